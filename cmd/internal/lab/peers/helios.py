"""Makes and checks ballots with Helios's own code: usage: helios.py FOLDER RUNS. Prints processor times."""
import json
import re
import sys
import time
import types

try:
    import Crypto.Random.random  # noqa: F401
except ImportError:  # Debian's name for the same
    import Cryptodome
    import Cryptodome.Hash
    import Cryptodome.Random.random
    import Cryptodome.Util.number

    for name in [n for n in sys.modules if n.startswith("Cryptodome")]:
        sys.modules["Crypto" + name[len("Cryptodome"):]] = sys.modules[name]

folder, runs = sys.argv[1], int(sys.argv[2])

# Its packages without the web server, whose imports the ballots do not use.
for name in ["helios", "helios.workflows", "helios.crypto"]:
    module = types.ModuleType(name)
    module.__path__ = [folder + "/" + name.replace(".", "/")]
    sys.modules[name] = module
sys.modules["helios.workflows"].WorkflowObject = object
sys.modules["helios.utils"] = types.ModuleType("helios.utils")
sys.modules["helios.utils"].to_json = json.dumps
from helios.crypto import algs  # noqa: E402
from helios.workflows.homomorphic import EncryptedAnswer  # noqa: E402

views = open(folder + "/helios/views.py").read()
group = algs.ElGamal()
for name in "pqg":
    setattr(group, name, int(re.search(r"ELGAMAL_PARAMS\.%s = (\d+)" % name, views).group(1)))


class Election:
    questions = [{"answers": ["a", "b", "c", "d"], "min": 0, "max": 1}]
    public_key = group.generate_keypair().pk


def body(answer):
    return {
        "choices": [c.to_dict() for c in answer.choices],
        "individual_proofs": [p.to_dict() for p in answer.individual_proofs],
        "overall_proof": answer.overall_proof.to_dict(),
    }


ballots, size = [], 0
for run in range(runs):
    start = time.process_time()
    ballot = EncryptedAnswer.fromElectionAndAnswer(Election, 0, [run % 4])
    made = time.process_time()
    ok = ballot.verify(Election.public_key, min=0, max=1)
    print("make %.1f" % (1000 * (made - start)))
    print("check %.1f" % (1000 * (time.process_time() - made)))
    if ok is not True:
        sys.exit("a ballot does not verify")
    size = len(json.dumps(body(ballot)))
    ballot.choices[0].alpha = ballot.choices[1].alpha
    sys.stdout, out = sys.stderr, sys.stdout  # what it prints of a bad proof
    if ballot.verify(Election.public_key, min=0, max=1):
        sys.exit("a false ballot verifies")
    sys.stdout = out
print("bytes", size)
