import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { getFreePort } from "../../../scripts/support/free-port";
import { endProgram, findProgram } from "../programs";

/** The program; undefined where there is none, and tests that need it are skipped. */
export const NGINX = findProgram("nginx");

/** Runs the configuration of `deploy` in front of these instances. */
export async function startNginx(
  origins: readonly string[],
  changeConfig: (config: string) => string = (config) => config,
): Promise<{ origin: string; pid: number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "akari-nginx-"));
  const port = await getFreePort();
  const shipped = changeConfig(
    readFileSync(join(import.meta.dirname, "../../../deploy/nginx.conf"), "utf8"),
  );
  const servers = origins.map((origin) => `server ${new URL(origin).host};`).join("\n");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join("\n");
  mkdirSync(join(folder, "cache"));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${join(folder, "nginx.pid")};
error_log stderr crit;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
access_log off;
${temporary}
${shipped
  .replace("/var/cache/nginx/akari", join(folder, "cache"))
  .replace(/(?:\s+server akari-\d:3000;)+/, `\n${servers}`)
  .replace("listen 80;", `listen 127.0.0.1:${port};`)}
}
`,
  );
  const child = spawn(NGINX ?? "nginx", ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) break;
    await pause(25);
  }
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      await endProgram(child, "SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}
