import type { BrowserContext } from "@playwright/test";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { removeDataDir } from "../../../scripts/support/data-dir";
import { createSiteDataDir } from "./site-data-dir";
import { expect, test } from "./fixtures";
import { signUp } from "./sign-up";

type Environment = Record<string, string>;

export interface OwnServer {
  readonly url: string;
  readonly dataDir: string;
  /** The one-time link of a first start, printed after the server is ready. */
  findOwnerLink(): Promise<string>;
  /** Signs up in the context, and opens that link. */
  becomeOwner(context: BrowserContext): Promise<void>;
}

/** Runs a new site for the tests of a file. Its values are available in tests and hooks. */
export function startOwnServer(
  getEnvironment: () => Environment | Promise<Environment> = () => ({}),
): OwnServer {
  let server: BuiltServer;
  let dataDir = "";
  // Another mode would start a site in each worker that takes one of the file's tests. It starts
  // with empty caches, and its tests are long: they begin with a new owner.
  test.describe.configure({ mode: "default", timeout: 120_000 });
  test.beforeAll(async () => {
    dataDir = createSiteDataDir();
    server = await startBuiltServer({
      DATA_DIR: dataDir,
      BCRYPT_COST: "10",
      ...(await getEnvironment()),
    });
    await server.ready;
  });
  test.afterAll(async () => {
    server.signal("SIGTERM");
    await server.exited;
    await removeDataDir(dataDir);
  });
  const findOwnerLink = async () => {
    const find = () => /http\S+\/invitation\?invitation=[\w-]+/.exec(server.output().stdout)?.[0];
    await expect.poll(find).toBeDefined();
    return find() ?? "";
  };
  return {
    get url() {
      return server.url;
    },
    get dataDir() {
      return dataDir;
    },
    findOwnerLink,
    async becomeOwner(context) {
      const page = await context.newPage();
      await signUp(context, { site: server.url });
      await page.goto(await findOwnerLink());
      await page.getByRole("button", { name: "Become the owner" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Administration");
      await page.close();
    },
  };
}
