import { onTestFinished } from "vitest";
import { launchValkey, type Valkey } from "./valkey-process";

/** Tests that need it are skipped where it is undefined. */
export { VALKEY } from "./valkey-process";

/** Stops at the test's end. */
export async function startValkey(): Promise<Valkey> {
  const valkey = await launchValkey();
  onTestFinished(() => valkey.kill());
  return valkey;
}
