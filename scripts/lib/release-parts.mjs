import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** What a release has besides packages: what the server and the commands read. */
export function releaseParts() {
  return [
    "build",
    "db/migrations",
    "db/starter",
    "public/media",
    "deploy/akari",
    "scripts/akari.mjs",
    "scripts/serve.mjs",
    "scripts/lib/node-problem.mjs",
    "deploy/akari.service",
    ".env.example",
    "CHANGELOG.md",
    ...docsPages(),
    "LICENSE",
  ];
}

/** The pages that messages name, such as docs/scaling.md. */
function docsPages() {
  const names = readdirSync(join(root, "docs"));
  return names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
}
