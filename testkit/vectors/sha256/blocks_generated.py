"""Writes blocks_generated.json: what other programs say of trees over files.

Needs veritysetup (cryptsetup), fsverity (fsverity-utils), and the Python packages botocore and libtorrent.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile

import botocore
import botocore.utils
import libtorrent

SALTS = ["", "00", "0102030405", "5a" * 31, "a5" * 32]
LONG = ["11" * 55, "22" * 63, "33" * 64, "44" * 65, "55" * 256]
UUID = "00112233-4455-6677-8899-aabbccddeeff"


def generate(length):
    x, out = 1, bytearray()
    for _ in range(length):
        x = (x * 1103515245 + 12345) % 2**32
        out.append(x >> 24)
    return bytes(out)


def run(*args):
    return subprocess.run(args, check=True, capture_output=True, text=True).stdout


def sha256_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def dm_verity(data, folder):
    pairs = [(512, 512), (512, 4096), (1024, 1024), (4096, 4096), (4096, 512), (4096, 1024)]
    for number, (block, hash_block) in enumerate(pairs):
        for count in [1, 2, hash_block // 32, hash_block // 32 + 1, 300]:
            salts = SALTS + LONG
            salt = salts[(number + count) % len(salts)]
            length = count * block
            path, device = os.path.join(folder, "data"), os.path.join(folder, "hash")
            with open(path, "wb") as file:
                file.write(data[:length])
            if os.path.exists(device):
                os.remove(device)
            sizes = [f"--data-block-size={block}", f"--hash-block-size={hash_block}"]
            text = run("veritysetup", "format", path, device, *sizes, f"--salt={salt or '-'}", f"--uuid={UUID}")
            root = text.split("Root hash:")[1].split()[0]
            yield {"format": "dm-verity", "length": length, "block_size": block, "hash_block_size": hash_block,
                   "salt": salt, "uuid": UUID.replace("-", ""), "root": root, "stored_sha256": sha256_of(device)}


def fsverity(data, folder):
    for block in [1024, 4096, 16384, 65536]:
        for number, length in enumerate([0, 1, block - 1, block, block + 1, 33 * block, 129 * block + 7]):
            salt = SALTS[number % len(SALTS)]
            path, tree = os.path.join(folder, "data"), os.path.join(folder, "tree")
            with open(path, "wb") as file:
                file.write(data[:length])
            options = [f"--block-size={block}", f"--out-merkle-tree={tree}"] + ([f"--salt={salt}"] if salt else [])
            root = run("fsverity", "digest", "--compact", *options, path).strip()
            yield {"format": "fsverity", "length": length, "block_size": block, "salt": salt, "root": root,
                   "stored_sha256": sha256_of(tree)}


def glacier(data):
    for length in [0, 1, 2**20 - 1, 2**20, 2**20 + 1, 2 * 2**20, 3 * 2**20 + 5, 7 * 2**20]:
        root = botocore.utils.calculate_tree_hash(io.BytesIO(data[:length]))
        yield {"format": "glacier", "length": length, "root": root}


def btv2(data, folder):
    block = 2**14
    for piece in [block, 4 * block]:
        for length in [1, block - 1, block, block + 1, piece, piece + 1, 5 * piece - 1, 33 * block + 9]:
            path = os.path.join(folder, "file")
            with open(path, "wb") as file:
                file.write(data[:length])
            torrent = libtorrent.create_torrent(libtorrent.list_files(path), piece, libtorrent.create_torrent.v2_only)
            libtorrent.set_piece_hashes(torrent, folder)
            torrent = torrent.generate()
            root = torrent[b"info"][b"file tree"][b"file"][b""][b"pieces root"]
            layer = torrent.get(b"piece layers", {}).get(root, root)
            yield {"format": "btv2", "length": length, "piece_length": piece, "root": root.hex(),
                   "stored_sha256": hashlib.sha256(layer).hexdigest()}


with tempfile.TemporaryDirectory() as folder:
    data = generate(9 * 2**20)
    cases = [*dm_verity(data, folder), *fsverity(data, folder), *glacier(data), *btv2(data, folder)]
versions = {"dm-verity": run("veritysetup", "--version").split(" flags")[0].strip(),
            "fsverity": run("fsverity", "--version").strip().replace("\n", " "),
            "glacier": "botocore " + botocore.__version__, "btv2": "libtorrent " + libtorrent.__version__}
lines = ",\n".join("  " + json.dumps(case) for case in cases)
sys.stdout.write('{"seed": 1, "versions": %s, "cases": [\n%s\n]}\n' % (json.dumps(versions), lines))
