import { connect } from "node:net";

/** Resolves with all bytes received until the server closes. */
export function rawExchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let response = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (response += chunk));
    socket.on("end", () => resolve(response));
    socket.on("error", reject);
  });
}
