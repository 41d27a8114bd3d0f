// The listing as a plain service with fastify and postgres.js.
import fastify from "fastify";
import postgres from "postgres";
import { parseListing } from "~/features/listing/parse-listing.server";
import { pageMeta } from "~/features/catalog/anime";
import { listingStatement } from "../support/listing-statement";

const sql = postgres(process.env["DATABASE_URL"] ?? "", {
  connection: { application_name: "bench-fastify", random_page_cost: 2 },
});
const app = fastify();

app.get("/api/animes/full", async (request, reply) => {
  const query = parseListing(new URL(request.url, "http://localhost").searchParams);
  const { text, parameters } = await listingStatement(query);
  const [row] = await sql.unsafe<{ total: string; data: string | null }[]>(text, parameters);
  const meta = pageMeta(Number(row?.total ?? 0), query.page, query.perPage);
  return reply
    .type("application/json; charset=utf-8")
    .send(`{"data":[${row?.data ?? ""}],"meta":${JSON.stringify(meta)}}`);
});

await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
