import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const CONTAINERS = join(import.meta.dirname, "../../fixtures/containers");

/** A folder of tiny real media files. */
export interface MediaFolder {
  path: string;
  /** Copies a fixture to a path of the folder; each has another modification time. */
  add(path: string, fixture?: string): void;
  write(path: string, content: string | Buffer): void;
  remove(): void;
}

/** Creates a folder outside of the repository. */
export function createMediaFolder(): MediaFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "akari-library-")));
  let time = 1_600_000_000;
  const prepare = (name: string): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  // Recently written files are checked twice.
  const age = (file: string) => {
    time += 1;
    utimesSync(file, time, time);
  };
  return {
    path,
    add(name, fixture = "h264-aac.mkv") {
      const file = prepare(name);
      copyFileSync(join(CONTAINERS, fixture), file);
      age(file);
    },
    write(name, content) {
      const file = prepare(name);
      writeFileSync(file, content);
      age(file);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
