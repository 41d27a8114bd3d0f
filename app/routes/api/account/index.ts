import type { Endpoint } from "~/http/api/endpoint";
import { oauthEndpoints } from "./oauth";
import { sessionEndpoint } from "./session";
import { signInEndpoint } from "./sign-in";
import { signOutEndpoint } from "./sign-out";
import { signUpEndpoint } from "./sign-up";

export const accountEndpoints: readonly Endpoint[] = [
  signUpEndpoint,
  signInEndpoint,
  sessionEndpoint,
  signOutEndpoint,
  ...oauthEndpoints,
];
