import { join } from "node:path";
import { projectRoot } from "~/config/project-root";
import { akariVersion, versionText } from "~/config/version";
import { countRecentUsers } from "~/features/accounts/directory/count-recent-users.server";
import { searchUsers } from "~/features/accounts/directory/search-users.server";
import { listInvitations } from "~/features/accounts/invitations/invitations.server";
import { hasRole } from "~/features/accounts/roles/roles";
import { backupFolder } from "~/features/backup/backup-format";
import { newestBackupAt } from "~/features/backup/retention.server";
import { readNewerRelease } from "~/features/site/newest-release.server";
import { readSiteHealth } from "~/features/site/site-health.server";
import { servicesContext, type RouterContext, siteContext } from "~/http/context";
import { requireRole } from "~/http/session/require-role.server";
import { listJobs, needsAttention } from "~/jobs/job-status.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { readSchemaState } from "~db/schema-state.server";
import { attentionFor } from "./attention.server";

const DAY_MS = 24 * 60 * 60_000;

/** Reads the overview: the people for moderators, and the state of the site for owners. */
export async function loadOverview(request: Request, context: RouterContext) {
  const { user } = await requireRole(request, context, "moderator");
  const { db } = context.get(servicesContext);
  const [{ total }, invitations, { signUps }, recent] = await Promise.all([
    searchUsers(db, {}),
    listInvitations(db),
    context.get(siteContext).siteSettings.read(),
    countRecentUsers(db, new Date(Date.now() - DAY_MS)),
  ]);
  const site = hasRole(user.role, "owner") ? await loadSite(context) : null;
  const open = invitations.filter(({ status }) => status === "open").length;
  return { total, open, signUps, recent, site, zone: userZone(request, user) };
}

async function loadSite(context: RouterContext) {
  const { db, sql, config } = context.get(servicesContext);
  const [health, jobs, schema, written, newer] = await Promise.all([
    readSiteHealth(db, config.dataDir),
    listJobs(db),
    readSchemaState(sql, join(projectRoot(), "db/migrations")),
    newestBackupAt(backupFolder(config.dataDir)),
    config.updatesUrl === null ? null : readNewerRelease(db, akariVersion().version),
  ]);
  const backup = jobs.find(({ name }) => name === "backup");
  // A backup made by command leaves its file only, and one of another instance its record.
  const backedUpAt = latest(backup?.succeededAt ?? null, written);
  return {
    version: versionText(),
    uptimeSeconds: health.uptimeSeconds,
    databaseBytes: health.databaseBytes,
    uploadBytes: health.uploadBytes,
    freeBytes: health.freeBytes,
    backedUpAt: backedUpAt?.toISOString() ?? null,
    isBackingUp: backup?.running ?? false,
    running: jobs.filter(({ running }) => running).map(({ name }) => name),
    attention: attentionFor({
      jobs: jobs.filter(needsAttention).map(({ name }) => name),
      backedUpAt,
      isSchemaNewer: schema.kind === "newer" || schema.kind === "incompatible",
      deadSources: health.deadSources,
      freeBytes: health.freeBytes,
      errors: context.get(siteContext).recentErrors.total,
      newer,
    }),
  };
}

function latest(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one;
}

export type SiteOverview = Awaited<ReturnType<typeof loadSite>>;
