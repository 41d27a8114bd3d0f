import { startOpenIdProvider, type FakeProvider } from "./provider";

/** A fixed port, so that users keep their identity across restarts. */
const PORT = 4455;

/** Redirects to an app on `appPort` of this machine. */
export async function startDevelopmentProvider(appPort: string): Promise<FakeProvider> {
  const options = {
    redirectUris: ["127.0.0.1", "localhost"].map(
      (host) => `http://${host}:${appPort}/api/auth/callback`,
    ),
  };
  const provider = await startOpenIdProvider({ ...options, port: PORT }).catch(() =>
    startOpenIdProvider(options),
  );
  const picture = `${provider.issuer}/picture.png`;
  for (const user of [
    {
      sub: "faye",
      email: "faye@bebop.test",
      email_verified: true,
      name: "Faye Valentine",
      given_name: "Faye",
      family_name: "Valentine",
      picture,
    },
    {
      sub: "ed",
      email: "ed@bebop.test",
      email_verified: false,
      name: "Ed, whose address is not verified",
    },
    { sub: "ein", name: "Ein, who has no address" },
  ]) {
    provider.users.set(user.sub, user);
  }
  return provider;
}
