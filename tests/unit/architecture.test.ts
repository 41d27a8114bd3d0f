import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDataDir } from "../../scripts/support/data-dir";

interface ImportRows {
  rows: { name: string; folders: string[] }[];
  catalogFeatures: Record<string, string[]>;
}

const root = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const { rows, catalogFeatures } = require(join(root, "scripts/lib/import-rows.cjs")) as ImportRows;
const { forbidden } = require(join(root, ".dependency-cruiser.cjs")) as {
  forbidden: IForbiddenRuleType[];
};

/** The first cell of each row, and the names in backticks of the others. */
function tableAfter(page: string, header: string): { first: string; names: string[] }[] {
  const table = page.slice(page.indexOf(`| ${header}`)).split("\n\n", 1)[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .filter((line) => line.startsWith("|"))
    .map((line) => {
      const [, first = "", second = ""] = line.split("|");
      return {
        first: first.replaceAll("`", "").trim(),
        names: [...second.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ""),
      };
    });
}

describe("docs/architecture.md", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");

  it("shows the rows that lint enforces, from top to bottom", () => {
    expect(tableAfter(page, "row").map(({ first, names }) => [first, names])).toEqual(
      rows.map(({ name, folders }) => [name, folders]),
    );
  });

  it("shows what each catalog feature may import", () => {
    const documented = tableAfter(page, "catalog feature").map(({ first, names }) => [
      first,
      names,
    ]);
    expect(Object.fromEntries(documented)).toEqual(catalogFeatures);
  });

  it("lists every folder of the app in a row", () => {
    const folders = readdirSync(join(root, "app"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `app/${name}`);
    const placed = rows.flatMap(({ folders }) => folders);
    expect(folders.filter((folder) => !placed.includes(folder))).toEqual([]);
  });
});

/** The rules that one import from another folder breaks. */
async function brokenRules(from: string, to: string): Promise<string[]> {
  const folder = createDataDir();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of [
    [to, "export const value = 1;"],
    [from, `import "${join(folder, to)}";`],
  ] as const) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { output } = await cruise(["app"], {
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden },
  });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

describe("a feature's imports", () => {
  const save = "app/features/playback/progress/save.ts";

  it.each([
    ["its own files", "app/features/playback/rooms/room.ts"],
    ["the catalog", "app/features/catalog/anime.ts"],
    ["another feature's port", "app/features/watch-list/port.ts"],
  ])("may be %s", async (_, to) => {
    expect(await brokenRules(save, to)).toEqual([]);
  });

  it.each([
    "app/features/watch-list/entry.ts",
    "app/features/watch-list/tracking/port.ts",
    "app/features/watch-list/port-of-entries.ts",
    "app/features/accounts/sessions.server.ts",
  ])("may not be %s of another feature", async (to) => {
    expect(await brokenRules(save, to)).toEqual(["features-share-the-catalog-and-ports"]);
  });

  it("may not be a port for the catalog, on which the others stand", async () => {
    const broken = await brokenRules(
      "app/features/listing/list.ts",
      "app/features/watch-list/port.ts",
    );
    expect(broken).toEqual(["listing-imports-lower-catalog-features"]);
  });
});

describe("a route module and what is beside it", () => {
  const route = "app/routes/watch/room.tsx";

  it.each(["app/routes/watch/pause.ts", "app/routes.ts", "app/server.ts"])(
    "may be imported by %s",
    async (from) => {
      expect(await brokenRules(from, route)).toEqual([]);
    },
  );

  it.each([
    ["app/routes/catalog/anime.tsx", ["routes-import-their-own-folder"]],
    ["app/root.tsx", ["routes-are-not-imported"]],
    ["app/process/run.server.ts", ["routes-are-not-imported"]],
    ["app/frame/site-header.tsx", ["pages-imports-downwards", "routes-are-not-imported"]],
  ])("may not be imported by %s", async (from, rules) => {
    expect((await brokenRules(from, route)).sort()).toEqual(rules);
  });
});

describe("a page's folder", () => {
  const page = "app/pages/season/load-season.server.ts";

  it.each([
    "app/pages/season/arrange-season.ts",
    "app/pages/parts/present-cards.server.ts",
    "app/pages/viewer/visitor-settings.ts",
  ])("may import %s", async (to) => {
    expect(await brokenRules(page, to)).toEqual([]);
  });

  it("may not import another page's, nor may what pages share", async () => {
    const other = "app/pages/home/load-rails.server.ts";
    expect(await brokenRules(page, other)).toEqual(["pages-import-their-own-folder"]);
    expect(await brokenRules("app/pages/parts/present-cards.server.ts", other)).toEqual([
      "pages-import-their-own-folder",
    ]);
  });
});

describe("an area's services", () => {
  const accounts = "app/features/accounts/account-services.server.ts";
  const all = "app/process/create-services.server.ts";

  it("are made together, by the process", async () => {
    expect(await brokenRules(all, accounts)).toEqual([]);
  });

  it.each(["app/process/run.server.ts", "app/http/context.ts"])(
    "are not made by %s",
    async (from) => {
      expect(await brokenRules(from, accounts)).toEqual(["areas-are-made-together"]);
    },
  );

  it("make no services of another area", async () => {
    const uploads = "app/features/uploads/upload-services.server.ts";
    const broken = await brokenRules(uploads, "app/media/media-services.server.ts");
    expect(broken).toEqual(["areas-are-made-together"]);
  });
});

describe("a page", () => {
  it.each([
    "app/pages/home/load-rails.server.ts",
    "app/pages/parts/present-cards.server.ts",
    "app/pages/viewer/page-viewer.ts",
    "app/frame/site-menu.server.ts",
  ])("knows no request: %s", async (from) => {
    for (const to of ["app/http/context.ts", "app/process/create-services.server.ts"])
      expect(await brokenRules(from, to)).toEqual(["pages-imports-downwards"]);
    expect(await brokenRules("app/routes/catalog/home.tsx", from)).toEqual([]);
    expect(await brokenRules("app/http/viewer/get-page-viewer.server.ts", from)).toEqual([]);
  });
});

describe("app/http", () => {
  const feature = "app/features/playback/rooms/room-members.server.ts";

  it("knows who sends a request and which titles there are", async () => {
    const from = "app/http/request/read-body.server.ts";
    for (const known of ["accounts/sessions.server.ts", "catalog/merged-titles.server.ts"])
      expect(await brokenRules(from, `app/features/${known}`)).toEqual([]);
    expect(await brokenRules(from, feature)).toEqual(["http-imports-accounts-and-titles-alone"]);
  });

  it.each(["app/http/viewer/room-visitor.server.ts", "app/http/forms/receive-image.server.ts"])(
    "takes values to other features in %s",
    async (from) => {
      expect(await brokenRules(from, feature)).toEqual([]);
    },
  );
});

it("keeps app/http out of browsers", async () => {
  const broken = await brokenRules("app/frame/site-header.tsx", "app/http/context.ts");
  expect(broken).toEqual(["browsers-load-nothing-of-http", "pages-imports-downwards"]);
});
