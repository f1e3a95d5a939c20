// What a service does, in Go: signs, adds up signatures, verifies a batch and names the bad row, proves a leaf of a tree, stores a password.
// Errors come back with each call (lanesmith_err.h), so that no thread has to be locked.
//
//	sudo cargo xtask install && sudo ldconfig
//	cd bindings/c/examples/go && go run .
package main

/*
#cgo pkg-config: lanesmith
#include <stdlib.h>
#include <lanesmith_err.h>
*/
import "C"

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"
)

// Failure is what went wrong; Row is -1 where it is about no row.
type Failure struct {
	Status C.lanesmith_status
	Row    int
	Words  string
}

func (f *Failure) Error() string { return f.Words }

func check(status C.lanesmith_status, e *C.lanesmith_error) error {
	if status == C.LANESMITH_STATUS_OK {
		return nil
	}
	return &Failure{status, int(e.row), C.GoString(&e.words[0])}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ptr is the address of bytes, null where there are none.
func ptr(b []byte) *C.uint8_t {
	if len(b) == 0 {
		return nil
	}
	return (*C.uint8_t)(unsafe.Pointer(&b[0]))
}

func size(b []byte) C.size_t { return C.size_t(len(b)) }

func random(n int) []byte {
	b := make([]byte, n)
	_, err := rand.Read(b)
	must(err)
	return b
}

// array is memory of C for pointers and lengths: Go's own may not hold pointers to more of Go's.
func array[T any](n int) []T {
	var one T
	return unsafe.Slice((*T)(C.calloc(C.size_t(n), C.size_t(unsafe.Sizeof(one)))), n)
}

func signatures() error {
	const rows = 4
	var e C.lanesmith_error
	message := C.CBytes([]byte("a block"))
	defer C.free(message)
	keys := array[*C.lanesmith_bls_key](rows)
	signed := array[*C.lanesmith_bls_signature](rows)
	messages, lengths := array[*C.uint8_t](rows), array[C.size_t](rows)
	defer func() {
		for i := range keys {
			C.lanesmith_bls_key_free(keys[i])
			C.lanesmith_bls_signature_free(signed[i])
		}
		for _, p := range []unsafe.Pointer{unsafe.Pointer(&keys[0]), unsafe.Pointer(&signed[0]), unsafe.Pointer(&messages[0]), unsafe.Pointer(&lengths[0])} {
			C.free(p)
		}
	}()
	for i := 0; i < rows; i++ {
		material, secret := random(32), make([]byte, 32)
		if err := check(C.lanesmith_bls_generate_err(ptr(material), 32, nil, 0, ptr(secret), 32, &e), &e); err != nil {
			return err
		}
		if err := check(C.lanesmith_bls_public_key_err(0, ptr(secret), 32, &keys[i], &e), &e); err != nil {
			return err
		}
		if err := check(C.lanesmith_bls_sign_err(nil, ptr(secret), 32, (*C.uint8_t)(message), 7, &signed[i], &e), &e); err != nil {
			return err
		}
		messages[i], lengths[i] = (*C.uint8_t)(message), 7
	}
	var sum *C.lanesmith_bls_signature
	if err := check(C.lanesmith_bls_aggregate_err(nil, &signed[0], rows, &sum, &e), &e); err != nil {
		return err
	}
	defer C.lanesmith_bls_signature_free(sum)
	if err := check(C.lanesmith_bls_fast_aggregate_verify_err(nil, &keys[0], rows, (*C.uint8_t)(message), 7, sum, &e), &e); err != nil {
		return err
	}
	lengths[2] = 6
	verdicts := make([]byte, rows)
	err := check(C.lanesmith_bls_verify_batch_err(nil, &keys[0], rows, &messages[0], &lengths[0], rows, &signed[0], rows, ptr(verdicts), rows, &e), &e)
	var failure *Failure
	if !errors.As(err, &failure) || failure.Status != C.LANESMITH_STATUS_MISMATCH || failure.Row != 2 {
		return fmt.Errorf("the batch was to name row 2: %v", err)
	}
	fmt.Println("batch:", failure)
	return nil
}

func tree() error {
	var e C.lanesmith_error
	var written C.size_t
	leaves, root, proof := make([]byte, 6*32), make([]byte, 32), make([]byte, 3*32)
	for i := range leaves {
		leaves[i] = byte(i / 32)
	}
	if err := check(C.lanesmith_merkle_root_err(8, ptr(leaves), size(leaves), ptr(root), 32, &e), &e); err != nil {
		return err
	}
	if err := check(C.lanesmith_merkle_proof_err(8, 5, ptr(leaves), size(leaves), ptr(proof), size(proof), &written, &e), &e); err != nil {
		return err
	}
	if err := check(C.lanesmith_merkle_verify_err(5, 8, ptr(leaves[5*32:]), 32, ptr(proof), written, ptr(root), 32, &e), &e); err != nil {
		return err
	}
	fmt.Println("tree: leaf 5 is in it")
	return nil
}

func password() error {
	var e C.lanesmith_error
	word, salt, stored := []byte("correct horse"), random(16), make([]byte, 512)
	scheme := C.CString("argon2id")
	defer C.free(unsafe.Pointer(scheme))
	text := (*C.char)(unsafe.Pointer(&stored[0]))
	if err := check(C.lanesmith_password_hash_err(scheme, 1<<20, 0, 1, ptr(word), size(word), ptr(salt), size(salt), nil, 0, nil, 0, text, size(stored), &e), &e); err != nil {
		return err
	}
	if err := check(C.lanesmith_password_verify_err(text, 0, ptr(word), size(word), nil, 0, nil, 0, &e), &e); err != nil {
		return err
	}
	if C.lanesmith_password_verify_err(text, 0, ptr(word), 12, nil, 0, nil, 0, &e) != C.LANESMITH_STATUS_MISMATCH {
		return errors.New("another password passed")
	}
	shown, _, _ := strings.Cut(string(stored), "\x00")
	fmt.Println("password:", shown[:30]+"...")
	return nil
}

func main() {
	must(signatures())
	must(tree())
	must(password())
}
