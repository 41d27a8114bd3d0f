// Makes the release: a folder that `node` alone starts, and its archive.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { noticesOf } from "./lib/notices.mjs";
import { buildWhenNeeded, installWhenNeeded } from "./lib/prepare.mjs";
import { releaseParts } from "./lib/release-parts.mjs";
import { root, run } from "./lib/run.mjs";
import { isRead, packagesNeeded } from "./lib/runtime-packages.mjs";
import { main, say, Stop } from "./lib/say.mjs";

/**
 * `npm run package`: `release/akari-<version>-<platform>-<arch>` and the same with `.tar.gz`, or
 * with `--to` only the folder, at that path.
 */
await main(async () => {
  const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
  await installWhenNeeded();
  await buildWhenNeeded();
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  manifest.version = await builtVersion();
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const name = `akari-${manifest.version}-${process.platform}-${process.arch}`;
  const folder = to === undefined ? join(root, "release", name) : resolve(to);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  for (const part of releaseParts())
    cpSync(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  const roots = [
    ...JSON.parse(readFileSync(join(root, "build/server/packages.json"), "utf8")),
    ...Object.keys(manifest.optionalDependencies),
  ];
  for (const path of packagesNeeded(lock, roots, (path) => existsSync(join(root, path))))
    copyPackage(path, folder);
  mkdirSync(join(folder, "bin"));
  renameSync(join(folder, "deploy/akari"), join(folder, "bin/akari"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(runnable(manifest), null, 2)}\n`);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), noticesOf(lock, root));

  if (to !== undefined) return;
  const archive = `${folder}.tar.gz`;
  await pack(folder, archive);
  const digest = createHash("sha256").update(readFileSync(archive)).digest("hex");
  writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`);
  say(`release/${name}.tar.gz`);
});

/** The version of the build, made again if it is of another commit than what is beside it. */
async function builtVersion() {
  const quiet = { onOutput: () => undefined };
  const git = await run("git", ["rev-parse", "HEAD"], quiet).catch(() => ({ code: 1 }));
  const commit = process.env.AKARI_COMMIT || (git.code === 0 ? git.output.trim() : "");
  const version = await readBuiltVersion();
  if (commit === "" || version.includes(commit.slice(0, 7))) return version.split(" ")[0];
  rmSync(join(root, "build/.sources"), { force: true });
  await buildWhenNeeded();
  return (await readBuiltVersion()).split(" ")[0];
}

async function readBuiltVersion() {
  const command = [join(root, "build/server/akari.js"), "version"];
  const { code, output } = await run(process.execPath, command, { onOutput: () => undefined });
  if (code !== 0) throw new Stop(`The build does not tell its version:\n${output.trim()}`);
  return output.trim();
}

/** A package's own files; what is nested in it is copied if it is needed. */
function copyPackage(path, folder) {
  const source = join(root, path);
  cpSync(source, join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) =>
      file === source ||
      (!file.startsWith(join(source, "node_modules")) && isRead(relative(source, file))),
  });
}

/** The same name and version, with scripts that need no other package. */
function runnable({ name, version, license, type, engines, scripts }) {
  const start = scripts.start.replace("scripts/start.mjs", "scripts/serve.mjs");
  return {
    name,
    version,
    private: true,
    license,
    type,
    engines,
    scripts: { start, akari: "node scripts/akari.mjs" },
  };
}

/** The archive of equal content is equal: sorted names, one date, no owners. */
async function pack(folder, archive) {
  const date = process.env.SOURCE_DATE_EPOCH ?? "0";
  const { code, output } = await run(
    "tar",
    [
      "--sort=name",
      `--mtime=@${date}`,
      "--owner=0",
      "--group=0",
      "--numeric-owner",
      "--mode=go=rX,u+rw",
      "--use-compress-program=gzip -n -6",
      "-cf",
      archive,
      "-C",
      join(folder, ".."),
      basename(folder),
    ],
    { onOutput: () => undefined },
  );
  if (code !== 0) throw new Stop(`The archive could not be written:\n${output.trim()}`);
}
