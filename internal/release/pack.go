package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// file is one that an archive holds.
type file struct {
	name string
	mode fs.FileMode
	data []byte
}

// packedAt is the time of every file of an archive: the first that zip knows.
var packedAt = time.Date(1980, time.January, 1, 0, 0, 0, 0, time.UTC)

func (t target) extension() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// pack puts files into a folder of an archive, as the target's people open it.
func (t target) pack(folder string, files []file) ([]byte, error) {
	if t.os == "windows" {
		return packZip(folder, files)
	}
	return packTar(folder, files)
}

func packTar(folder string, files []file) ([]byte, error) {
	var packed bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(zipped)
	for _, f := range files {
		head := &tar.Header{Name: folder + "/" + f.name, Mode: int64(f.mode), Size: int64(len(f.data)), ModTime: packedAt, Format: tar.FormatUSTAR}
		if err := archive.WriteHeader(head); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	if err := zipped.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

func packZip(folder string, files []file) ([]byte, error) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, f := range files {
		head := &zip.FileHeader{Name: folder + "/" + f.name, Method: zip.Deflate, Modified: packedAt}
		head.SetMode(f.mode)
		w, err := archive.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// writeSums writes the sums of archives, as sha256sum checks them.
func writeSums(out string, archives []string) error {
	var sums strings.Builder
	for _, name := range archives {
		data, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}
