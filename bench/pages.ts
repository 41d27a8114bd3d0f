import { benchDatabases, hasFullCatalog } from "./support/databases";
import { runLoad } from "./support/load";
import { startBuiltServer } from "./support/programs";
import { timeReferenceWork } from "./support/reference-work";
import { recordCost } from "./support/results";
import { median } from "./support/percentiles";
import { ms, printTable } from "./support/tables";
import { createUser, fillList, readUserId } from "./support/user";

const PAGES: Record<string, string> = {
  Home: "/",
  Browse: "/browse",
  Title: "/anime/52991/sousou-no-frieren",
  Genre: "/genre/Drama",
  Studio: "/studio/Madhouse",
  Schedule: "/schedule",
};
/** Pages of a signed-in user alone. */
const OWN_PAGES: Record<string, string> = {
  "My list": "/list",
  History: "/history",
  Profile: "/profile",
  Settings: "/settings",
};
/** A cookie other than the site's: the page is rendered for this request alone. */
const RENDERED = { cookie: "other=1", "accept-encoding": "gzip" };
const CODINGS = ["identity", "gzip", "br"];
const ENTRIES = 2_000;
const ROUNDS = 3;
const LOAD = { seconds: 2, connections: 16 };

/** Processor time of pages for visitors, rendered for each and once for all, and signed in. */
export default async function pages(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  const full = await databases.open();
  const server = await startBuiltServer(full.env);
  try {
    const cookie = await createUser(server);
    await fillList(full, await readUserId({ server, cookie }), ENTRIES);
    const rows: (string | number)[][] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const rendered: number[] = [];
      const signedIn: number[] = [];
      const shared: Record<string, number[]> = {};
      const references: number[] = [];
      let perSecond = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const load = (headers: Record<string, string>) =>
          runLoad(server, { ...LOAD, paths: [path], headers });
        references.push(timeReferenceWork());
        rendered.push((await load(RENDERED)).microsEach ?? NaN);
        signedIn.push((await load({ ...RENDERED, cookie })).microsEach ?? NaN);
        for (const coding of CODINGS) {
          const result = await load({ "accept-encoding": coding });
          (shared[coding] ??= []).push(result.microsEach ?? NaN);
          if (coding === "gzip") perSecond = Math.max(perSecond, result.perSecond);
        }
      }
      const times = CODINGS.map((coding) => median(shared[coding] ?? []) / 1_000);
      recordCost(`pages: ${name}, rendered`, rendered, references);
      recordCost(`pages: ${name}, signed in`, signedIn, references);
      for (const coding of CODINGS)
        recordCost(`pages: ${name}, ${coding}`, shared[coding] ?? [], references);
      rows.push([
        name,
        ms(median(signedIn) / 1_000),
        ms(median(rendered) / 1_000),
        ...times.map((time) => time.toFixed(3)),
        perSecond.toFixed(0),
      ]);
    }
    for (const [name, path] of Object.entries(OWN_PAGES)) {
      const signedIn: number[] = [];
      const references: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        references.push(timeReferenceWork());
        const headers = { ...RENDERED, cookie };
        const result = await runLoad(server, { ...LOAD, paths: [path], headers });
        signedIn.push(result.microsEach ?? NaN);
      }
      recordCost(`pages: ${name}, signed in`, signedIn, references);
      rows.push([name, ms(median(signedIn) / 1_000), "", "", "", "", ""]);
    }
    process.stdout.write(
      `\nPages for visitors on the full catalog, ${LOAD.connections} connections, processor time per response in ms:\n` +
        `Signed in: ${ENTRIES} entries.\n\n`,
    );
    printTable(
      ["page", "signed in, gzip", "rendered, gzip", "shared", "gzip", "br", "gzip per s"],
      rows,
    );
  } finally {
    await server.stop();
    await databases.close();
  }
}
