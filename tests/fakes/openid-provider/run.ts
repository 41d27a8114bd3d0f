// `npm run dev:provider`: the fake provider beside `npm run dev`. It prints the settings that the app needs.
import { startOpenIdProvider } from "./provider";

const appPort = process.env["PORT"] ?? "3000";
const provider = await startOpenIdProvider({
  port: 4455,
  redirectUris: ["127.0.0.1", "localhost"].map((host) => `http://${host}:${appPort}/api/auth/callback`),
  people: [
    { sub: "faye", email: "faye@bebop.test", email_verified: true, name: "Faye Valentine", given_name: "Faye", family_name: "Valentine" },
    { sub: "ed", email: "ed@bebop.test", email_verified: false, name: "Ed" },
    { sub: "ein", name: "Ein, who has no address" },
  ],
});
const settings = Object.entries(provider.environment).map(([name, value]) => `${name}='${value}'`);
process.stdout.write(`The fake provider listens at ${provider.issuer}. Start the app beside it with:\n\n${settings.join(" \\\n")} \\\nnpm run dev\n\n`);
