import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL('./worker.mjs', import.meta.url));
worker.on('message', (result) => console.log(JSON.stringify(result)));
worker.on('error', (error) => {
  console.error(error);
  process.exitCode = 1;
});
