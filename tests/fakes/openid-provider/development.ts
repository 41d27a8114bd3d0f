import { startOpenIdProvider, type FakeProvider } from "./provider";

/** The same at every start, so that people who signed in before are known again. */
const PORT = 4455;

/** The provider for development, with somebody of each kind. It takes people back to an app on that port of this machine. */
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
  for (const person of [
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
    provider.people.set(person.sub, person);
  }
  return provider;
}
