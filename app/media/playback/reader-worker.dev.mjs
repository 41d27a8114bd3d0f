// Runs the worker from source, in development and in tests.
import { register } from "tsx/esm/api";

register();
const { default: run } = await import("./reader-worker.ts");
export default run;
