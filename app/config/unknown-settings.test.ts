import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { processConfig } from "./config.server";
import { describeLookalikes, describeUnknown, namesInFile } from "./unknown-settings";

const SETTINGS = ["SIGNUPS", "PORT", "DATABASE_URL", "DATA_DIR", "SMTP_URL_FILE"];

describe("a name in the settings file", () => {
  it.each([
    ["SIGNUP", "SIGNUPS"],
    ["SIGN_UPS", "SIGNUPS"],
    ["signups", "SIGNUPS"],
    ["AKARI_SIGNUPS", "SIGNUPS"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["SMTP_URL_FILES", "SMTP_URL_FILE"],
  ])("%s is refused with the setting that was meant", (name, meant) => {
    const sentence = `${name} in the settings file is no setting: did you mean ${meant}?`;
    expect(describeUnknown([name], SETTINGS)).toEqual([sentence]);
  });

  it("is refused where no setting resembles it", () => {
    expect(describeUnknown(["SIGNUPS", "THEME", "PORTS"], SETTINGS)).toEqual([
      "THEME in the settings file is no setting: .env.example lists all",
      "PORTS in the settings file is no setting: .env.example lists all",
    ]);
  });

  it("may be meant for Node, its libraries or Compose", () => {
    expect(describeUnknown(["OTEL_LOGS_ENDPOINT"], ["OTEL_ENDPOINT"])).toEqual([]);
    expect(describeUnknown(["OTEL_ENDPONT"], ["OTEL_ENDPOINT"])).toHaveLength(1);
    const others = [
      "NODE_OPTIONS",
      "UV_THREADPOOL_SIZE",
      "MALLOC_ARENA_MAX",
      "PGSSLROOTCERT",
      "TZ",
      "HTTPS_PROXY",
      "LC_ALL",
      "POSTGRES_PASSWORD",
      "DOMAIN",
    ];
    expect(describeUnknown(others, SETTINGS)).toEqual([]);
  });

  it("is read as Node reads it", () => {
    const folder = mkdtempSync(join(tmpdir(), "akari-settings-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(namesInFile(join(folder, ".env"))).toEqual([]);
    writeFileSync(join(folder, ".env"), '# SIGNUP=x\nexport SIGNUPS="a\nPORT=1"\n\nTZ=\n');
    expect(namesInFile(join(folder, ".env"))).toEqual(["SIGNUPS", "TZ"]);
    expect(() => processConfig(join(folder, ".env"))).not.toThrow();
    writeFileSync(join(folder, ".env"), "SIGNUP=closed\nCDN_PURGE_URL=\nTHEME=dark\n");
    expect(() => processConfig(join(folder, ".env"))).toThrow(
      /^SIGNUP in the .* SIGNUPS\?\nTHEME in the [^\n]+$/,
    );
  });
});

it("a variable of the environment is told if it resembles a setting", () => {
  const names = ["SIGNUP", "SIGNUPS", "HOSTNAME", "PORTS", "XDG_DATA_DIRS", "DATABASE_URI"];
  expect(describeLookalikes(names, SETTINGS)).toEqual([
    "SIGNUP is no setting: did you mean SIGNUPS?",
    "DATABASE_URI is no setting: did you mean DATABASE_URL?",
  ]);
});
