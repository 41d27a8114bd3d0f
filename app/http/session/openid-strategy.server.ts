import { createHash } from "node:crypto";
import { OAuth2Tokens } from "arctic";
import { OAuth2Strategy } from "remix-auth-oauth2";
import type { Strategy } from "remix-auth/strategy";
import type { OpenIdProvider } from "~/providers/openid/provider.server";

export interface OpenIdStrategyOptions extends OAuth2Strategy.ConstructorOptions {
  provider: OpenIdProvider;
  redirectURI: string;
  /** Makes the provider prompt although it has a session. */
  forceLogin: boolean;
  signal: AbortSignal;
}

/** OAuth 2.0 with OpenID Connect's nonce and a verified ID token. */
export class OpenIdStrategy<User> extends OAuth2Strategy<User> {
  constructor(
    private readonly openId: OpenIdStrategyOptions,
    verify: Strategy.VerifyFunction<User, OAuth2Strategy.VerifyOptions>,
  ) {
    super(openId, verify);
  }

  /**
   * The S256 challenge doubles as the nonce: a hash of a random value in an HttpOnly cookie (OpenID
   * Connect Core 15.5.2).
   */
  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    const withNonce = new URLSearchParams(params);
    withNonce.set("nonce", params.get("code_challenge") ?? "");
    // Providers may refuse `prompt` but must support this (OpenID Connect Core 15.1).
    if (this.openId.forceLogin) withNonce.set("max_age", "0");
    return withNonce;
  }

  /**
   * arctic, used by the strategy, has no timeouts or size limits, does not form-encode Basic
   * credentials (RFC 6749 section 2.3.1) and does not verify the ID token.
   */
  protected override async validateAuthorizationCode(
    code: string,
    codeVerifier: string,
  ): Promise<OAuth2Tokens> {
    const { provider, redirectURI, signal } = this.openId;
    const nonce = createHash("sha256").update(codeVerifier).digest("base64url");
    return new OAuth2Tokens(
      await provider.exchangeCode({ code, codeVerifier, redirectUri: redirectURI, nonce }, signal),
    );
  }
}
