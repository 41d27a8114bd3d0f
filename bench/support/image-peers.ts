import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./databases";
import { startProgram, type Program } from "./programs";

export interface ImagePeer {
  name: string;
  program: Program;
  /** URL of an image 300 pixels wide, as WebP of quality 50. */
  path: (source: string) => string;
}

const FOLDER = join(ROOT, ".data/bench/peers");
/** The same sharp version as ours. */
const PACKAGES = {
  ipx: "3.1.1",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
  sharp: "0.35.5",
};
const NEXT_CONFIG = {
  images: {
    remotePatterns: [{ protocol: "http", hostname: "127.0.0.1" }],
    deviceSizes: [300],
    imageSizes: [16],
    qualities: [50],
    formats: ["image/webp"],
    minimumCacheTTL: 86400,
    dangerouslyAllowLocalIP: true,
  },
};

/** Installs the peers once into their own folder. */
export async function startImagePeers(): Promise<ImagePeer[]> {
  if (!existsSync(join(FOLDER, ".next"))) install();
  copyFileSync(join(ROOT, "bench/servers/ipx.mjs"), join(FOLDER, "ipx.mjs"));
  const ipx = await startProgram([join(FOLDER, "ipx.mjs")], {}, "/");
  const next = await startProgram(
    [join(FOLDER, "next.mjs")],
    { NEXT_TELEMETRY_DISABLED: "1" },
    "/",
  );
  return [
    { name: "ipx", program: ipx, path: (source) => `/w_300,f_webp,q_50/${source}` },
    {
      name: "Next.js",
      program: next,
      path: (source) => `/_next/image?url=${encodeURIComponent(source)}&w=300&q=50`,
    },
  ];
}

function install(): void {
  mkdirSync(join(FOLDER, "pages"), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text);
  write(
    "package.json",
    JSON.stringify({
      private: true,
      type: "module",
      dependencies: PACKAGES,
      overrides: { sharp: PACKAGES.sharp },
    }),
  );
  write("next.config.mjs", `export default ${JSON.stringify(NEXT_CONFIG)};\n`);
  write("pages/index.js", 'export default function Page() { return "here"; }\n');
  write(
    "next.mjs",
    'import { createServer } from "node:http";\nimport next from "next";\nconst app = next({ dev: false, dir: import.meta.dirname });\nawait app.prepare();\ncreateServer(app.getRequestHandler()).listen(Number(process.env.PORT), "127.0.0.1");\n',
  );
  const run = (command: string, words: string[]) =>
    execFileSync(command, words, {
      cwd: FOLDER,
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
    });
  run("npm", ["install", "--no-audit", "--no-fund"]);
  run("npx", ["next", "build"]);
}
