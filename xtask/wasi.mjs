// Runs a WASI module under Node: node wasi.mjs MODULE [ARGUMENT...]
import { readFile } from "node:fs/promises";
import { argv, env, exit } from "node:process";
import { WASI } from "node:wasi";

const [, , path, ...rest] = argv;
const wasi = new WASI({ version: "preview1", args: ["lanesmith", ...rest], env, returnOnExit: true });
const module = await WebAssembly.compile(await readFile(path));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance) ?? 0);
