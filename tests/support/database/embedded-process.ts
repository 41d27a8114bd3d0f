import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inject, onTestFinished } from "vitest";

const root = join(import.meta.dirname, "../../..");

interface Message {
  started?: boolean;
  owned?: boolean;
  host?: string;
  done?: string;
  error?: string;
  log?: string;
}

export interface EmbeddedProcess {
  /** Resolves when the database is up. */
  started: Promise<{ owned: boolean; host: string }>;
  write(): Promise<void>;
  stop(): Promise<void>;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
  logs: string[];
}

export function startEmbeddedProcess(
  dataDir: string,
  account: { uid: number; gid: number } | null = null,
): EmbeddedProcess {
  const script = join(inject("commands"), "embedded-child.js");
  const child: ChildProcess = spawn(process.execPath, [script, dataDir], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
    ...account,
  });
  const logs: string[] = [];
  const waiting: {
    wants: keyof Message;
    resolve: (message: Message) => void;
    reject: (error: Error) => void;
  }[] = [];
  const ended = once(child, "exit");
  const next = (wantsExit: keyof Message) =>
    new Promise<Message>((resolve, reject) => waiting.push({ wants: wantsExit, resolve, reject }));
  if (child.stdout === null || child.stdin === null) throw new Error("no pipes");
  const { stdin } = child;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    if (message.log !== undefined) logs.push(message.log);
    else if (message.error !== undefined) waiting.shift()?.reject(new Error(message.error));
    else if (waiting[0] !== undefined && waiting[0].wants in message)
      waiting.shift()?.resolve(message);
  });
  void ended.then(() =>
    waiting.splice(0).forEach(({ reject }) => reject(new Error("the process ended"))),
  );
  onTestFinished(() => void child.kill("SIGKILL"));

  const command = async (text: string) => {
    const response = next("done");
    stdin.write(`${text}\n`);
    await response;
  };
  const started = next("started").then(({ owned, host }) => ({
    owned: owned === true,
    host: host ?? "",
  }));
  // Tests await the rejection later.
  started.catch(() => undefined);
  return {
    started,
    logs,
    write: () => command("write"),
    async stop() {
      await command("stop");
      await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
