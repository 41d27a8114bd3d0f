import { servicesContext, type RouterContext, accountsContext, mediaContext } from "~/http/context";
import { requireRole } from "~/http/session/require-role.server";
import { runChecks, type Finding } from "~/services/run-checks.server";

/** Runs the doctor's checks for the owner, with what the site has open already. */
export async function checkHealth(
  request: Request,
  context: RouterContext,
): Promise<{ findings: Finding[] }> {
  await requireRole(request, context, "owner");
  const { config, db, sql } = context.get(servicesContext);
  const { keyring } = context.get(accountsContext);
  const { filePlayer } = context.get(mediaContext);
  const findings = await runChecks({
    config,
    keyring: () => keyring,
    encoders: () => filePlayer.encoders(),
    withDatabase: (check) => check({ db, sql }),
  });
  return { findings };
}
