import type { Client } from "~/features/accounts/sessions.server";
import type { RequestScope } from "~/http/context";
import { deviceName } from "./client-device";

/** Where a sign-in comes from. */
export function clientOf(request: Request, scope: RequestScope): Client {
  return {
    device: deviceName(request.headers.get("user-agent")),
    address: scope.clientAddress,
    key: scope.clientKey,
  };
}
