// @fastify/http-proxy as in its documentation. Runs in the folder of the installed peers.
import proxy from "@fastify/http-proxy";
import fastify from "fastify";

const [port, upstream] = process.argv.slice(2);
const server = fastify();
await server.register(proxy, { upstream });
await server.listen({ port: Number(port), host: "127.0.0.1" });
process.stdout.write("ready\n");
