import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hash, toTrits, toTrytes, weight } from '../src/reference/curl.mjs';

const vectors = (name) => JSON.parse(readFileSync(new URL(`../../../../testkit/vectors/curl/${name}.json`, import.meta.url), 'utf8'));
console.log(JSON.stringify(vectors('hash')).slice(0, 600));
console.log(JSON.stringify(vectors('transaction')).slice(0, 300));
console.log(JSON.stringify(vectors('pow_check')).slice(0, 600));
