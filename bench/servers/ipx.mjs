// ipx as in its documentation. Runs in the folder of the installed peers.
import { createServer } from "node:http";
import { createIPX, createIPXNodeServer, ipxHttpStorage } from "ipx";

const ipx = createIPX({
  storage: ipxHttpStorage({ domains: ["127.0.0.1"], maxAge: 86400 }),
  httpStorage: ipxHttpStorage({ domains: ["127.0.0.1"] }),
  maxAge: 86400,
});
const images = createIPXNodeServer(ipx);
createServer((request, response) =>
  request.url === "/" ? response.end() : images(request, response),
).listen(Number(process.env.PORT), "127.0.0.1");
