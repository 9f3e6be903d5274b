// Files in IndexedDB, for browsers without OPFS. Each function is one transaction: all of it is on the disk when its promise
// is kept, or nothing. A file's bytes are records of what was written at once, by path and place.

/** @typedef {{folder: boolean, size: number, modified: number}} Entry modified is in ms since 1970 */

/** Opens the files of this origin. */
export async function openFiles() {
  const opening = indexedDB.open('darkjunqi', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries');
    opening.result.createObjectStore('bytes');
  };
  /** @type {IDBDatabase} */
  const db = await result(opening);

  /**
   * Does something in one transaction.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(entries: IDBObjectStore, bytes: IDBObjectStore) => Promise<T>} work that waits for nothing else
   */
  async function inOne(mode, work) {
    const t = db.transaction(['entries', 'bytes'], mode, { durability: 'strict' });
    const done = new Promise((kept, broken) => {
      t.oncomplete = kept;
      t.onabort = () => broken(t.error ?? new DOMException('', 'AbortError'));
    });
    try {
      const got = await work(t.objectStore('entries'), t.objectStore('bytes'));
      await done;
      return got;
    } catch (error) {
      done.catch(() => {});
      try {
        t.abort();
      } catch {
        /* it has ended */
      }
      throw error;
    }
  }

  return {
    /** The entry of a path; undefined if there is none. @param {string} path @returns {Promise<Entry | undefined>} */
    entry: path => inOne('readonly', entries => result(entries.get(path))),

    /** Makes a folder. @param {string} path */
    folder: path =>
      inOne('readwrite', async entries => {
        entries.put({ folder: true, size: 0, modified: Date.now() }, path);
      }),

    /** The paths of what is below a folder, and the entries. @param {string} path @returns {Promise<[string[], Entry[]]>} */
    list: path =>
      inOne('readonly', entries => {
        const below = IDBKeyRange.bound(`${path}/`, `${path}0`, false, true); // 0 comes after /
        return /** @type {Promise<any>} */ (
          Promise.all([result(entries.getAllKeys(below)), result(entries.getAll(below))])
        );
      }),

    /** The bytes of a file, in pieces. @param {string} path @returns {Promise<Uint8Array[]>} */
    read: path => inOne('readonly', (_, bytes) => result(bytes.getAll(all(path)))),

    /** Makes an empty file. @param {string} path */
    create: path =>
      inOne('readwrite', async (entries, bytes) => {
        bytes.delete(all(path));
        entries.put({ folder: false, size: 0, modified: Date.now() }, path);
      }),

    /** Writes at the end of a file, which is at a place. @param {string} path @param {number} at @param {Uint8Array} data */
    append: (path, at, data) =>
      inOne('readwrite', async (entries, bytes) => {
        const now = await result(entries.get(path));
        if (now?.size !== at) throw new DOMException(`${path} has been changed`, 'InvalidStateError');
        bytes.add(data, [path, at]);
        entries.put({ folder: false, size: at + data.length, modified: Date.now() }, path);
      }),

    /** Gives a file another name, whose file it replaces. @param {string} from @param {string} to */
    rename: (from, to) =>
      inOne('readwrite', async (entries, bytes) => {
        const entry = await result(entries.get(from)),
          pieces = await result(bytes.getAll(all(from)));
        if (!entry) throw new DOMException(from, 'NotFoundError');
        bytes.delete(all(to));
        let at = 0;
        for (const piece of pieces) {
          bytes.add(piece, [to, at]);
          at += piece.length;
        }
        entries.put(entry, to);
        bytes.delete(all(from));
        entries.delete(from);
      }),

    /** Deletes a file. @param {string} path */
    remove: path =>
      inOne('readwrite', async (entries, bytes) => {
        if (!(await result(entries.getKey(path)))) throw new DOMException(path, 'NotFoundError');
        bytes.delete(all(path));
        entries.delete(path);
      }),
  };
}

/** The locks that another tab had when this worker asked: the browser still holds the request. @type {Set<string>} */
const asked = new Set();

/** How long a browser may take to say that another tab has a lock, in ms. */
const ANSWER_TIME = 2000;

/**
 * Takes a lock for as long as this worker lives, without Web Locks, which pages over plain HTTP don't have. A lock is a database. A browser
 * lets nobody raise a database's version while a connection stays open that ignores the request: whoever raised it has the lock until
 * the connection is closed, or its tab has ended.
 * @param {string} name
 * @returns {Promise<{close: () => void} | null>} null if another tab has the lock
 */
export async function takeLock(name) {
  if (asked.has(name)) return null;
  asked.add(name);
  /** @type {(answer: null) => void} */
  let inUse = () => {};
  const refused = new Promise(refuse => {
    inUse = refuse;
  });
  const raised = raise(`lock ${name}`, () => inUse(null)).finally(() => asked.delete(name));
  const late = setTimeout(() => inUse(null), ANSWER_TIME); // the request of another tab waits before this one
  const db = await Promise.race([raised, refused]).finally(() => clearTimeout(late));
  /** @param {IDBDatabase} held */
  const release = held => {
    held.close();
    indexedDB.deleteDatabase(held.name); // which waits, and has others wait, while another tab has the lock
  };
  if (db) return { close: () => release(db) };
  raised.then(
    later => later && release(later),
    () => {},
  );
  return null;
}

/**
 * Raises the version of a database by one.
 * @param {string} name
 * @param {() => void} blocked called if another connection stays open
 * @returns {Promise<IDBDatabase | null>} null if another tab was first
 */
async function raise(name, blocked) {
  const now = await result(indexedDB.open(name)),
    version = now.version + 1;
  now.close();
  const raising = indexedDB.open(name, version);
  let first = false;
  raising.onupgradeneeded = () => {
    first = true;
  };
  raising.onblocked = blocked;
  const db = await result(raising).catch(error => {
    if (error?.name === 'VersionError') return null; // others raised it twice meanwhile
    throw error;
  });
  if (!first) db?.close();
  return first ? db : null;
}

/** The records of a file. @param {string} path */
const all = path => IDBKeyRange.bound([path, 0], [path, Infinity]);

/**
 * What a request gives.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const result = request =>
  new Promise((got, failed) => {
    request.onsuccess = () => got(request.result);
    request.onerror = () => failed(request.error);
  });
