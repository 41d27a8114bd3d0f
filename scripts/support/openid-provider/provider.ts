import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { memoryAdapter } from "./memory-adapter";

export interface ProviderUser {
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
  /** The app's configuration for this provider. */
  environment: Record<string, string>;
  /** Users by subject; tests may change their claims. */
  users: Map<string, ProviderUser>;
  stop(): Promise<void>;
}

interface Options {
  redirectUris: string[];
  people?: ProviderUser[];
  port?: number;
}

/** A PNG of one red pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

const CLIENT_ID = "akari";
/** Contains every character that must be percent-encoded (RFC 6749, 2.3.1). */
const CLIENT_SECRET = "s3cret/with+reserved:chars&%= !";

/** Starts on loopback with a sign-in page, required PKCE and new keys. */
export async function startOpenIdProvider({
  redirectUris,
  people: users = [],
  port = 0,
}: Options): Promise<FakeProvider> {
  const usersBySub = new Map(users.map((user) => [user.sub, user]));
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
      const user = usersBySub.get(sub);
      return user === undefined ? undefined : { accountId: sub, claims: () => ({ ...user }) };
    },
  });
  serveSignInPage(server, provider, usersBySub);
  return {
    issuer,
    users: usersBySub,
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

/** A button per user, one to refuse, and a field for a new user. Also serves the avatar. */
function serveSignInPage(
  server: Server,
  provider: Provider,
  users: Map<string, ProviderUser>,
): void {
  const standard = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === "/picture.png")
      return void response.writeHead(200, { "content-type": "image/png" }).end(PICTURE);
    if (!request.url?.startsWith("/interaction/")) return void standard(request, response);
    const work = async () => {
      const details = await provider.interactionDetails(request, response);
      if (request.method !== "POST") {
        const buttons = [...users.values()].map(
          ({ sub, name, email }) =>
            `<button name="sub" value="${escapeHtml(sub)}">${escapeHtml(name ?? email ?? sub)}</button>`,
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
      const accountId = form.get("sub") || addUser(form.get("person") ?? "{}", users);
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

function addUser(description: string, users: Map<string, ProviderUser>): string {
  const user = JSON.parse(description) as ProviderUser;
  users.set(user.sub, user);
  return user.sub;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
