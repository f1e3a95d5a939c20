# What a service does, in Nim: signs, adds up signatures, verifies a batch and names the bad row, proves a leaf of a tree, stores a password.
# sudo cargo xtask install && sudo ldconfig; nim c -r bindings/c/examples/service.nim

import std/sequtils

{.passC: gorge("pkg-config --cflags lanesmith").}
{.passL: gorge("pkg-config --libs lanesmith").}

{.pragma: lane, importc, header: "<lanesmith_err.h>".}

type
  Error {.importc: "lanesmith_error", header: "<lanesmith_err.h>", completeStruct.} = object
    row: csize_t
    words: array[504, char]
  Key {.importc: "lanesmith_bls_key", header: "<lanesmith_err.h>", incompleteStruct.} = object
  Signature {.importc: "lanesmith_bls_signature", header: "<lanesmith_err.h>", incompleteStruct.} = object
  # Inputs are `pointer`, which C takes for a pointer to anything.
  Status = cint

const
  ok = Status 0
  mismatch = Status 6

proc lanesmith_random_err(output: ptr byte, len: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_bls_generate_err(material: pointer, len: csize_t, info: pointer, infoLen: csize_t, output: ptr byte, outLen: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_bls_public_key_err(variant: uint32, secret: pointer, len: csize_t, output: ptr ptr Key, e: ptr Error): Status {.lane.}
proc lanesmith_bls_sign_err(scheme, secret: pointer, len: csize_t, message: pointer, messageLen: csize_t, output: ptr ptr Signature, e: ptr Error): Status {.lane.}
proc lanesmith_bls_aggregate_err(scheme, signatures: pointer, count: csize_t, output: ptr ptr Signature, e: ptr Error): Status {.lane.}
proc lanesmith_bls_fast_aggregate_verify_err(scheme, keys: pointer, count: csize_t, message: pointer, len: csize_t, signature: ptr Signature, e: ptr Error): Status {.lane.}
proc lanesmith_bls_verify_batch_err(scheme, keys: pointer, keyCount: csize_t, messages, lengths: pointer, messageCount: csize_t, signatures: pointer, signatureCount: csize_t, output: ptr byte, outLen: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_bls_key_free(key: ptr Key) {.lane.}
proc lanesmith_bls_signature_free(signature: ptr Signature) {.lane.}
proc lanesmith_merkle_root_err(limit: uint64, leaves: pointer, len: csize_t, output: ptr byte, outLen: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_merkle_proof_err(limit, index: uint64, leaves: pointer, len: csize_t, output: ptr byte, room: csize_t, written: ptr csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_merkle_verify_err(index, limit: uint64, leaf: pointer, leafLen: csize_t, proof: pointer, proofLen: csize_t, root: pointer, rootLen: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_password_hash_err(scheme: cstring, memory: uint64, time, parallelism: uint32, password: pointer, len: csize_t, salt: pointer, saltLen: csize_t, secret: pointer, secretLen: csize_t, data: pointer, dataLen: csize_t, output: ptr char, room: csize_t, e: ptr Error): Status {.lane.}
proc lanesmith_password_verify_err(stored: cstring, maxMemory: uint64, password: pointer, len: csize_t, secret: pointer, secretLen: csize_t, data: pointer, dataLen: csize_t, e: ptr Error): Status {.lane.}

var error: Error

proc words(): string =
  $cast[cstring](addr error.words[0])

proc must(status: Status) =
  if status != ok: quit(words())

proc random[N: static int](): array[N, byte] =
  must lanesmith_random_err(addr result[0], csize_t N, addr error)

proc signatures() =
  const rows = 4
  var
    message = "a block"
    keys: array[rows, ptr Key]
    signed: array[rows, ptr Signature]
    messages: array[rows, pointer]
    lengths: array[rows, csize_t]
    verdicts: array[rows, byte]
    sum: ptr Signature
  for i in 0 ..< rows:
    var (material, secret) = (random[32](), default(array[32, byte]))
    must lanesmith_bls_generate_err(addr material[0], 32, nil, 0, addr secret[0], 32, addr error)
    must lanesmith_bls_public_key_err(0, addr secret[0], 32, addr keys[i], addr error)
    must lanesmith_bls_sign_err(nil, addr secret[0], 32, addr message[0], 7, addr signed[i], addr error)
    messages[i] = addr message[0]
    lengths[i] = 7
  must lanesmith_bls_aggregate_err(nil, addr signed[0], rows, addr sum, addr error)
  must lanesmith_bls_fast_aggregate_verify_err(nil, addr keys[0], rows, addr message[0], 7, sum, addr error)
  lengths[2] = 6
  let batch = lanesmith_bls_verify_batch_err(nil, addr keys[0], rows, addr messages[0], addr lengths[0], rows, addr signed[0], rows, addr verdicts[0], rows, addr error)
  doAssert batch == mismatch and error.row == 2
  echo "batch: ", words()
  lanesmith_bls_signature_free(sum)
  for i in 0 ..< rows:
    lanesmith_bls_key_free(keys[i])
    lanesmith_bls_signature_free(signed[i])

proc tree() =
  var
    leaves = toSeq(0 ..< 6 * 32).mapIt(byte(it div 32))
    root: array[32, byte]
    proof: array[3 * 32, byte]
    written: csize_t
  must lanesmith_merkle_root_err(8, addr leaves[0], csize_t leaves.len, addr root[0], 32, addr error)
  must lanesmith_merkle_proof_err(8, 5, addr leaves[0], csize_t leaves.len, addr proof[0], csize_t proof.len, addr written, addr error)
  must lanesmith_merkle_verify_err(5, 8, addr leaves[5 * 32], 32, addr proof[0], written, addr root[0], 32, addr error)
  echo "tree: leaf 5 is in it"

proc password() =
  var
    word = "correct horse"
    salt = random[16]()
    stored: array[512, char]
  must lanesmith_password_hash_err("argon2id", 1 shl 20, 0, 1, addr word[0], 13, addr salt[0], 16, nil, 0, nil, 0, addr stored[0], 512, addr error)
  let text = cast[cstring](addr stored[0])
  must lanesmith_password_verify_err(text, 0, addr word[0], 13, nil, 0, nil, 0, addr error)
  doAssert lanesmith_password_verify_err(text, 0, addr word[0], 12, nil, 0, nil, 0, addr error) == mismatch
  echo "password: ", ($text)[0 ..< 30], "..."

signatures()
tree()
password()
