import { invitationCodeSchema } from "~/features/accounts/invitations/invitation-input";

export function readInvitationCode(parameters: URLSearchParams): string | undefined {
  const code = invitationCodeSchema.safeParse(parameters.get("invitation") ?? undefined);
  return code.success ? code.data : undefined;
}
