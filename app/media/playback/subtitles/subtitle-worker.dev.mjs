// Runs the worker from source, in development and in tests.
import { register } from "tsx/esm/api";

register();
const { default: run } = await import("./subtitle-worker.ts");
export default run;
