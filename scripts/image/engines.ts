import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** An account that the image has no name for. */
const ACCOUNT = 12_345;

export interface Container {
  /** Runs a command of the image, and returns its output. Throws it if the command fails. */
  exec(command: readonly string[]): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number>;
  output(): string;
  remove(): void;
}

export interface Engine {
  build(tag: string, buildArguments: Record<string, string>): void;
  /** Bytes unpacked, and compressed as registries serve it (null where that is unknown). */
  size(tag: string): { unpacked: number; compressed: number | null };
  /** Starts read-only, as an account without a name, with an empty volume for `/data`. */
  start(tag: string, port: number): Container;
}

function call(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${stdout}${stderr}`);
  return stdout.trim();
}

function buildOptions(tag: string, buildArguments: Record<string, string>): string[] {
  const pairs = Object.entries(buildArguments);
  return [...pairs.flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]), "-t", tag, "."];
}

export const docker: Engine = {
  build: (tag, buildArguments) => call("docker", ["build", ...buildOptions(tag, buildArguments)]),
  size: (tag) => ({
    unpacked: Number(call("docker", ["image", "inspect", "--format", "{{.Size}}", tag])),
    compressed: null,
  }),
  start(tag, port) {
    const id = call("docker", [
      ...["run", "--detach", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"],
      ...["--security-opt", "no-new-privileges", "--user", `${ACCOUNT}:${ACCOUNT}`],
      ...["--publish", `127.0.0.1:${port}:3000`, tag],
    ]);
    return {
      exec: (command) => call("docker", ["exec", id, ...command]),
      stop: () => {
        call("docker", ["stop", "--time", "15", id]);
        const code = call("docker", ["inspect", "--format", "{{.State.ExitCode}}", id]);
        return Promise.resolve(Number(code));
      },
      output: () => call("docker", ["logs", id]),
      remove: () => void call("docker", ["rm", "--force", "--volumes", id]),
    };
  },
};

interface ImageSettings {
  OCIv1: { config: { Env: string[]; Cmd: string[]; WorkingDir: string } };
}

/**
 * Runs without a container engine: needs root, and starts the image's command in its mounted file
 * system.
 */
export const buildah: Engine = {
  build: (tag, buildArguments) =>
    call("buildah", [
      ...["build", "--isolation", "chroot", "--format", "docker", "--layers"],
      ...buildOptions(tag, buildArguments),
    ]),
  size(tag) {
    const folder = mkdtempSync(join(tmpdir(), "akari-image-"));
    try {
      call("buildah", ["push", tag, `dir:${folder}`]);
      const images = JSON.parse(call("buildah", ["images", "--json", tag])) as { size: string }[];
      const [unpacked = 0, unit = ""] = (images[0]?.size ?? "").split(" ");
      const scale = { MB: 1e6, GB: 1e9 }[unit] ?? Number.NaN;
      const compressed = Number(call("du", ["-sb", folder]).split("\t", 1)[0]);
      return { unpacked: Number(unpacked) * scale, compressed };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  start(tag, port) {
    const name = call("buildah", ["from", tag]);
    const folder = call("buildah", ["mount", name]);
    const data = mkdtempSync(join(tmpdir(), "akari-image-data-"));
    chmodSync(data, 0o1777);
    const { config } = (JSON.parse(call("buildah", ["inspect", name])) as ImageSettings).OCIv1;
    const inImage = (command: readonly string[]): [string, string[]] => {
      const mounts = [
        `mount --bind ${folder} ${folder}`,
        `mount -o remount,bind,ro ${folder}`,
        `mount -t tmpfs -o mode=1777 tmpfs ${folder}/tmp`,
        `mount -t proc proc ${folder}/proc`,
        `mount --bind ${data} ${folder}/data`,
        `mount --rbind /dev ${folder}/dev`,
      ];
      const account = `chroot --userspec=${ACCOUNT}:${ACCOUNT} --groups= ${folder}`;
      const inner = `cd ${config.WorkingDir} && exec "$@"`;
      const script = `${mounts.join(" && ")} && exec ${account} /bin/sh -c '${inner}' sh "$@"`;
      return ["unshare", ["--mount", "sh", "-c", script, "sh", ...command]];
    };
    const env = {
      ...Object.fromEntries(config.Env.map((each) => each.split(/=(.*)/s).slice(0, 2))),
      PORT: String(port),
      HOST: "127.0.0.1",
    } as Record<string, string>;
    const child: ChildProcess = spawn(...inImage(config.Cmd), { env: { ...env, ...pathOf(env) } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(child, "close").then(([code]) => code as number);
    return {
      exec(command) {
        const [program, args] = inImage(command);
        const run = spawnSync(program, args, { env: { ...env, ...pathOf(env) }, encoding: "utf8" });
        if (run.status !== 0) throw new Error(`${command.join(" ")}:\n${run.stdout}${run.stderr}`);
        return run.stdout.trim();
      },
      stop: () => {
        child.kill("SIGTERM");
        return ended;
      },
      output: () => output,
      remove() {
        child.kill("SIGKILL");
        call("buildah", ["umount", name]);
        call("buildah", ["rm", name]);
        rmSync(data, { recursive: true, force: true });
      },
    };
  },
};

/** The image's PATH, and this system's for the programs that enter it. */
function pathOf({ PATH = "" }: Record<string, string>): { PATH: string } {
  return { PATH: `${PATH}:${process.env["PATH"] ?? ""}` };
}
