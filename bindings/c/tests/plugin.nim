# A shared object of Nim's (--app:lib) with the library inside: tests/host.c opens it as it opens that of plugin.c.

{.pragma: lane, importc, header: "<lanesmith.h>".}

type
  Key {.importc: "lanesmith_bls_key", header: "<lanesmith.h>", incompleteStruct.} = object
  Signature {.importc: "lanesmith_bls_signature", header: "<lanesmith.h>", incompleteStruct.} = object

proc lanesmith_sha256(message: pointer, len: csize_t, output: ptr byte, outLen: csize_t): cint {.lane.}
proc lanesmith_bls_public_key(variant: uint32, secret: pointer, len: csize_t, output: ptr ptr Key): cint {.lane.}
proc lanesmith_bls_sign(scheme, secret: pointer, len: csize_t, message: pointer, messageLen: csize_t, output: ptr ptr Signature): cint {.lane.}
proc lanesmith_bls_verify(scheme: pointer, key: ptr Key, message: pointer, len: csize_t, signature: ptr Signature): cint {.lane.}
proc lanesmith_bls_key_free(key: ptr Key) {.lane.}
proc lanesmith_bls_signature_free(signature: ptr Signature) {.lane.}

# On threads that Nim did not start: nothing here is collected.
{.push stackTrace: off, raises: [].}

proc plugin_run(): cint {.exportc, dynlib, cdecl.} =
  var
    text = [byte 97, 98, 99]
    digest, secret: array[32, byte]
    key: ptr Key
    signature: ptr Signature
  if lanesmith_sha256(addr text[0], 3, addr digest[0], 32) != 0 or digest[0] != 0xba: return 1
  secret[31] = 3
  if lanesmith_bls_public_key(0, addr secret[0], 32, addr key) != 0: return 2
  if lanesmith_bls_sign(nil, addr secret[0], 32, addr text[0], 3, addr signature) != 0: return 3
  if lanesmith_bls_verify(nil, key, addr text[0], 3, signature) != 0: return 4
  lanesmith_bls_key_free(key)
  lanesmith_bls_signature_free(signature)
  0

{.pop.}
