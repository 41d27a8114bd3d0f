import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { memoryAdapter } from "./memory-adapter";

/** Somebody who has an account at the provider. */
export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
}

export interface FakeProvider {
  issuer: string;
  /** Settings of the app that make it use this provider. */
  environment: Record<string, string>;
  /** People by their subject; a test may change what is said of them. */
  people: Map<string, ProviderPerson>;
  stop(): Promise<void>;
}

interface Options {
  redirectUris: string[];
  people?: ProviderPerson[];
  port?: number;
}

/** One red pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

const CLIENT_ID = "akari";
/** Every character that breaks when credentials are not encoded as the standard asks. */
export const CLIENT_SECRET = "s3cret/with+reserved:chars&%= !";

/**
 * A real OpenID provider (oidc-provider) on loopback, with a sign-in page that asks for nothing but who one is. PKCE is required, keys are made at
 * each start.
 */
export async function startOpenIdProvider({
  redirectUris,
  people = [],
  port = 0,
}: Options): Promise<FakeProvider> {
  const known = new Map(people.map((person) => [person.sub, person]));
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: redirectUris,
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "fake" }] },
    cookies: { keys: ["a key of the fake provider"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "picture"],
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => {
      const person = known.get(sub);
      return person === undefined ? undefined : { accountId: sub, claims: () => ({ ...person }) };
    },
  });
  answerPages(server, provider, known);
  return {
    issuer,
    people: known,
    environment: {
      OAUTH_ISSUER: issuer,
      OAUTH_CLIENT_ID: CLIENT_ID,
      OAUTH_CLIENT_SECRET: CLIENT_SECRET,
      OAUTH_NAME: "The fake provider",
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await Promise.resolve();
    },
  };
}

/** The sign-in page: one button for each person, one to refuse, and a field for anybody else. Beside it the picture that people have. */
function answerPages(
  server: Server,
  provider: Provider,
  people: Map<string, ProviderPerson>,
): void {
  const standard = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === "/picture.png")
      return void response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    if (!request.url?.startsWith("/interaction/")) return void standard(request, response);
    const work = async () => {
      const details = await provider.interactionDetails(request, response);
      if (request.method !== "POST") {
        const buttons = [...people.values()].map(
          ({ sub, name, email }) =>
            `<button name="sub" value="${escaped(sub)}">${escaped(name ?? email ?? sub)}</button>`,
        );
        response.setHeader("content-type", "text/html; charset=utf-8");
        const other =
          '<label>Somebody else, as JSON <input name="person"></label><button name="sub" value="">Sign in as them</button>';
        response.end(
          `<!doctype html><title>Sign in</title><form method="post"><h1>Who are you?</h1>${buttons.join("")}<button name="refuse" value="yes">Nobody</button>${other}</form>`,
        );
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      if (form.has("refuse"))
        return provider.interactionFinished(request, response, { error: "access_denied" });
      const accountId = form.get("sub") || introduced(form.get("person") ?? "{}", people);
      const grant = new provider.Grant({
        accountId,
        clientId: String(details.params["client_id"]),
      });
      grant.addOIDCScope("openid email profile");
      return provider.interactionFinished(request, response, {
        login: { accountId },
        consent: { grantId: await grant.save() },
      });
    };
    work().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
}

/** Takes in somebody whom the form describes. Returns their subject. */
function introduced(description: string, people: Map<string, ProviderPerson>): string {
  const person = JSON.parse(description) as ProviderPerson;
  people.set(person.sub, person);
  return person.sub;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
