import { benchDatabases, hasFullCatalog } from "./support/databases";
import { timeRequest } from "./support/load";
import { percentile } from "./support/percentiles";
import { startBuiltServer } from "./support/programs";
import { ms, printTable } from "./support/tables";
import { createUser, fillList, PASSWORD, readUserId } from "./support/user";

const PAGES = {
  Home: "/",
  Browse: "/browse",
  Search: "/browse?search_query=love",
  "Page 100": "/browse?order_by=title_asc&page=100",
};
const [ROUNDS, EXCEPTIONS] = [25, 200];

/** Pages for a child beside those of its parent, and switches of the profile beside a sign-in. */
export default async function profiles(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  await databases.open();
  await databases.withCopy(async (copy) => {
    const { sql } = copy.client;
    const server = await startBuiltServer(copy.env);
    const post = async (path: string, body: object, cookie = "", method = "POST") => {
      const headers = { cookie, "content-type": "application/json" };
      const init = { method, headers, body: JSON.stringify(body) };
      const response = await fetch(server.url + path, init);
      if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
      const { data } = (await response.json()) as { data?: { id: string } };
      return { cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "", id: data?.id };
    };
    await createUser(server, "owner@akari.test");
    const email = "parent@akari.test";
    let parent = await createUser(server, email);
    const cookies = [parent, await createUser(server), await createUser(server)];
    for (const [index, cookie] of cookies.entries()) {
      const userId = await readUserId({ server, cookie });
      await fillList(copy, userId, 2_000);
      if (index > 0)
        await sql`INSERT INTO child_limits (user_id, max_rating) VALUES (${userId}, 'pg-13')`;
      if (index > 1)
        await sql`INSERT INTO child_titles (user_id, mal_id, state)
          SELECT ${userId}, mal_id, CASE WHEN mal_id % 2 = 0 THEN 'allowed' ELSE 'blocked' END
          FROM animes ORDER BY popularity LIMIT ${EXCEPTIONS}`;
    }
    const rows = [];
    for (const [page, path] of Object.entries(PAGES)) {
      const times = cookies.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const [index, cookie] of cookies.entries())
          times[index]?.push(await timeRequest(server.url + path, { cookie }));
      const [own = NaN, ...children] = times.map((all) => percentile(all.slice(3), 50));
      rows.push([page, ms(own), ...children.map((child) => `${(child / own).toFixed(2)} ×`)]);
    }
    printTable(["page, p50", "parent, ms", "child", `child, ${EXCEPTIONS} exceptions`], rows);
    const profile = await post("/api/user/profiles", { name: "Child" }, parent);
    const ids = [profile.id, await readUserId({ server, cookie: parent })];
    const timeEach = async (work: (round: number) => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = performance.now();
        await work(round);
        times.push(performance.now() - started);
      }
      return [50, 95].map((share) => ms(percentile(times, share)));
    };
    const turn = (pin?: string) => async (round: number) => {
      const body = { id: ids[round % 2], pin };
      parent = (await post("/api/session/profile", body, parent)).cookie;
    };
    const read = () => readUserId({ server, cookie: parent });
    const table = [["signed-in read", ...(await timeEach(read))]];
    table.push(["switch without a PIN", ...(await timeEach(turn()))]);
    const signIn = () => post("/api/auth/signin", { email, password: PASSWORD });
    parent = (await signIn()).cookie;
    for (const id of ids) await post("/api/user/profiles", { id, pin: "2580" }, parent, "PATCH");
    table.push(["switch with a PIN", ...(await timeEach(turn("2580")))]);
    table.push(["sign-in", ...(await timeEach(signIn))]);
    printTable(["request", "p50 ms", "p95 ms"], table);
    await server.stop();
  });
  await databases.close();
}
