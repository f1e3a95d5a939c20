#!/usr/bin/env python3
"""Failing calls of EIP-2537 beyond the published ones: each function, each error of the EIP, each place where it can stand.

CPython's integers and nothing else; prints JSON in go-ethereum's form with the place of the error beside it.
"""
import json

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001

# Elements of Fp2 are pairs, those of Fp pairs whose second half is zero: the arithmetic is the same.
def add(a, b): return ((a[0] + b[0]) % P, (a[1] + b[1]) % P)
def sub(a, b): return ((a[0] - b[0]) % P, (a[1] - b[1]) % P)
def mul(a, b): return ((a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P)
def inv(a):
    n = pow(a[0] * a[0] + a[1] * a[1], P - 2, P)
    return (a[0] * n % P, -a[1] * n % P)

def sqrt(a):
    """A square root, or None."""
    candidates = []
    if a[1] == 0:
        s = pow(a[0], (P + 1) // 4, P)
        candidates = [(s, 0)]
    else:
        n = pow(a[0] * a[0] + a[1] * a[1], (P + 1) // 4, P)
        for n in (n, P - n):
            c = pow((a[0] + n) * pow(2, P - 2, P), (P + 1) // 4, P)
            if c:
                candidates.append((c, a[1] * pow(2 * c, P - 2, P) % P))
    return next((s for s in candidates if mul(s, s) == a), None)

def plus(p, q):
    if p is None or q is None:
        return p or q
    if p[0] == q[0]:
        if add(p[1], q[1]) == (0, 0):
            return None
        slope = mul(mul((3, 0), mul(p[0], p[0])), inv(mul((2, 0), p[1])))
    else:
        slope = mul(sub(q[1], p[1]), inv(sub(q[0], p[0])))
    x = sub(sub(mul(slope, slope), p[0]), q[0])
    return (x, sub(mul(slope, sub(p[0], x)), p[1]))

def times(k, p):
    out = None
    while k:
        if k & 1:
            out = plus(out, p)
        p, k = plus(p, p), k >> 1
    return out

G1 = ((0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB, 0),
      (0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1, 0))
G2 = ((0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
       0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E),
      (0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
       0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE))
B = {1: (4, 0), 2: (4, 4)}

def on_curve(p, group): return mul(p[1], p[1]) == add(mul(p[0], mul(p[0], p[0])), B[group])

def outside(group):
    """The point of the curve with the smallest x that is not in the subgroup."""
    for i in range(1, 100):
        x = (i, 0) if group == 1 else (i, 1)
        y = sqrt(add(mul(x, mul(x, x)), B[group]))
        if y and times(R, (x, y)) is not None:
            return (x, y)

GENERATORS, OUTSIDE = {1: G1, 2: G2}, {1: outside(1), 2: outside(2)}
for group in (1, 2):
    assert on_curve(GENERATORS[group], group) and on_curve(OUTSIDE[group], group)
    assert times(R, GENERATORS[group]) is None

def element(value): return value.to_bytes(64, "big")
def field(value, group): return element(value[0]) + (element(value[1]) if group == 2 else b"")
def point(p, group): return field(p[0], group) + field(p[1], group)

SCALAR = (7).to_bytes(32, "big")
G = {group: point(GENERATORS[group], group) for group in (1, 2)}

# Of each function: a valid input, and where its points stand with the group of each.
def call(name, parts):
    data, points, at = b"", [], 0
    for part in parts:
        if isinstance(part, int):
            points.append((at, part))
            part = G[part]
        data, at = data + part, at + len(part)
    return (name, data, points)

CALLS = [
    call("g1_add", [1, 1]), call("g1_mul", [1, SCALAR]), call("g1_msm", [1, SCALAR, 1, SCALAR]),
    call("g2_add", [2, 2]), call("g2_mul", [2, SCALAR]), call("g2_msm", [2, SCALAR, 2, SCALAR]),
    call("pairing_check", [1, 2, 1, 2]),
    ("map_fp_to_g1", element(5), []), ("map_fp2_to_g2", element(5) + element(6), []),
]

cases = []
def case(function, what, data, error, offset=None):
    record = {"Name": f"{function}_{what}", "Function": function, "Input": data.hex(), "ExpectedError": error}
    cases.append(record | ({} if offset is None else {"Offset": offset}))

def put(data, at, part): return data[:at] + part + data[at + len(part):]

LENGTH = "invalid input length"
for name, data, points in CALLS:
    case(name, "short", data[:-1], LENGTH)
    case(name, "long", data + b"\0", LENGTH)
    case(name, "one_byte", data[:1], LENGTH)
    if name in ("g1_mul", "g2_mul", "g1_add", "g2_add", "map_fp_to_g1", "map_fp2_to_g2"):
        case(name, "twice", data + data, LENGTH)
    # Every element of a map, of the last point of the others: errors at the first are published for most.
    if points:
        at, group = points[-1]
        elements = [at + 64 * i for i in range(2 * group)]
    else:
        elements = list(range(0, len(data), 64))
    for at in elements:
        case(name, f"top_byte_at_{at}", put(data, at, b"\1"), "invalid field element top bytes", at)
        case(name, f"modulus_at_{at}", put(data, at, element(P)), "invalid fp.Element encoding", at)
    last = elements[-1]
    case(name, f"lowest_top_byte_at_{last}", put(data, last + 15, b"\1"), "invalid field element top bytes", last)
    case(name, f"all_ones_at_{last}", put(data, last + 16, b"\xff" * 48), "invalid fp.Element encoding", last)
    # A flag of the compressed encodings is no flag here.
    case(name, f"flag_at_{elements[0]}", put(data, elements[0] + 16, b"\xc0"), "invalid fp.Element encoding", elements[0])
    for at, group in points:
        x, y = GENERATORS[group]
        off = point((x, add(y, (1, 0))), group)
        case(name, f"not_on_curve_at_{at}", put(data, at, off), "invalid point: not on curve", at)
        if "add" not in name:
            error = f"g{group} point is not in the correct subgroup"
            case(name, f"not_in_subgroup_at_{at}", put(data, at, point(OUTSIDE[group], group)), error, at)
    if points:
        # Half of a point at infinity is none.
        at, group = points[-1]
        half = field((0, 0), group) + field(GENERATORS[group][1], group)
        case(name, f"x_zero_at_{at}", put(data, at, half), "invalid point: not on curve", at)

print("[\n" + ",\n".join("  " + json.dumps(case) for case in cases) + "\n]")
