import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endProgram, findProgram } from "../programs";

/** Undefined where there is none; tests that need it are skipped then. */
export const VARNISH = findProgram("varnishd");

/** Runs the configuration of `deploy` in front of one instance that responds to `/healthz`. */
export async function startVarnish(
  instance: string,
  { port, token }: { port: number; token: string },
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "akari-varnish-"));
  const { hostname, port: instancePort } = new URL(instance);
  const shipped = readFileSync(join(import.meta.dirname, "../../../deploy/varnish.vcl"), "utf8");
  const configuration = join(folder, "akari.vcl");
  writeFileSync(
    configuration,
    shipped
      .replace(
        '.host = "akari-1"; .port = "3000";',
        `.host = "${hostname}"; .port = "${instancePort}";`,
      )
      .replace('"Bearer the-token"', `"Bearer ${token}"`),
  );
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(
    VARNISH ?? "varnishd",
    [
      "-j",
      "none",
      "-F",
      "-n",
      folder,
      "-a",
      `127.0.0.1:${port}`,
      "-f",
      configuration,
      "-s",
      "malloc,32m",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`varnishd has ended: ${output}`);
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) break;
    await pause(25);
  }
  return {
    origin,
    async stop() {
      await endProgram(child, "SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}
