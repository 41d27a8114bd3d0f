import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";

/** The provider's next responses; a test changes them. */
export interface Script {
  /**
   * Status and body of the token endpoint; a function makes the id_token. `hang` never responds.
   */
  token:
    | "hang"
    | { status: number; body: string }
    | ((signTools: SignTools) => Promise<string | undefined>);
  userinfo: unknown;
  /** The nonce of a valid id_token. */
  nonce: string;
  /** Changes to its metadata. */
  description: Record<string, unknown>;
}

export interface SignTools {
  /** A valid id_token with some claims or header fields changed. */
  sign: (claims?: JWTPayload, header?: Record<string, unknown>, key?: CryptoKey) => Promise<string>;
}

export interface ScriptedProvider {
  issuer: string;
  script: Script;
  tokenRequests: { authorization: string | undefined; form: URLSearchParams }[];
  stop(): void;
}

/** An OpenID provider that sends whatever the script says. `nonce` is that of a valid id_token. */
export async function startScriptedProvider({
  clientId,
  nonce,
}: {
  clientId: string;
  nonce: string;
}): Promise<ScriptedProvider> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "scripted", alg: "RS256", use: "sig" };
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign: SignTools["sign"] = (claims = {}, header = {}, key = privateKey) =>
    new SignJWT({
      iss: issuer,
      aud: clientId,
      sub: "spike",
      nonce: provider.script.nonce,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 300,
      ...claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: "scripted", ...header })
      .sign(key);
  const provider: ScriptedProvider = {
    issuer,
    script: {
      token: ({ sign: valid }) => valid(),
      userinfo: {
        sub: "spike",
        email: "spike@bebop.test",
        email_verified: true,
        name: "Spike Spiegel",
      },
      description: {},
      nonce,
    },
    tokenRequests: [],
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  server.on("request", (request, response) => {
    const json = (body: unknown, status = 200) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(typeof body === "string" ? body : JSON.stringify(body));
    const work = async () => {
      const { token, userinfo, description } = provider.script;
      if (request.url === "/.well-known/openid-configuration") {
        return json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          ...description,
        });
      }
      if (request.url === "/keys") return json({ keys: [jwk] });
      if (request.url === "/userinfo") return json(userinfo);
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      provider.tokenRequests.push({
        authorization: request.headers.authorization,
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
      });
      if (token === "hang") return undefined;
      if (typeof token === "object") return json(token.body, token.status);
      return json({
        access_token: "an access token",
        token_type: "Bearer",
        id_token: await token({ sign }),
      });
    };
    work().catch((error: unknown) => json({ error: String(error) }, 500));
  });
  return provider;
}
