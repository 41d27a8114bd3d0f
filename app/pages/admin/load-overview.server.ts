import { join } from "node:path";
import { projectRoot } from "~/config/project-root";
import { akariVersion, versionText } from "~/config/version";
import { countRecentUsers } from "~/features/accounts/directory/count-recent-users.server";
import { searchUsers } from "~/features/accounts/directory/search-users.server";
import { listInvitations } from "~/features/accounts/invitations/invitations.server";
import { hasRole, type Role } from "~/features/accounts/roles/roles";
import { countOpenWishes } from "~/features/wishes/decide-wishes.server";
import { readNewerRelease } from "~/features/site/newest-release.server";
import { readSiteHealth } from "~/features/site/site-health.server";
import { listJobs, needsAttention } from "~/jobs/job-status.server";
import { lastBackupAt } from "~/jobs/last-backup.server";
import { readSchemaState } from "~db/schema-state.server";
import { attentionFor } from "./attention.server";
import type { SiteServices } from "~/features/site/site-services.server";
import type { SharedServices } from "~/services/shared-services";

const DAY_MS = 24 * 60 * 60_000;

type OverviewServices = Pick<SharedServices, "db" | "sql" | "config"> &
  Pick<SiteServices, "siteSettings" | "recentErrors">;

/** Reads the overview: the people for moderators, and the state of the site for owners. */
export async function loadOverview(services: OverviewServices, role: Role) {
  const { db, siteSettings } = services;
  const [{ total }, invitations, { signUps }, recent] = await Promise.all([
    searchUsers(db, {}),
    listInvitations(db),
    siteSettings.read(),
    countRecentUsers(db, new Date(Date.now() - DAY_MS)),
  ]);
  const site = hasRole(role, "owner") ? await loadSite(services) : null;
  const open = invitations.filter(({ status }) => status === "open").length;
  return { total, open, signUps, recent, site };
}

async function loadSite({ db, sql, config, recentErrors }: OverviewServices) {
  const [health, jobs, schema, newer, wishes] = await Promise.all([
    readSiteHealth(db, config.dataDir),
    listJobs(db),
    readSchemaState(sql, join(projectRoot(), "db/migrations")),
    config.updatesUrl === null ? null : readNewerRelease(db, akariVersion().version),
    countOpenWishes(db),
  ]);
  const backup = jobs.find(({ name }) => name === "backup");
  const backedUpAt = await lastBackupAt(jobs, config.dataDir);
  return {
    version: versionText(),
    uptimeSeconds: health.uptimeSeconds,
    databaseBytes: health.databaseBytes,
    uploadBytes: health.uploadBytes,
    freeBytes: health.freeBytes,
    backedUpAt,
    isBackingUp: backup?.running ?? false,
    running: jobs.filter(({ running }) => running).map(({ name }) => name),
    attention: attentionFor({
      jobs: jobs.filter(needsAttention).map(({ name }) => name),
      backedUpAt,
      isSchemaNewer: schema.kind === "newer" || schema.kind === "incompatible",
      deadSources: health.deadSources,
      wishes,
      freeBytes: health.freeBytes,
      errors: recentErrors.total,
      newer,
    }),
  };
}

export type SiteOverview = Awaited<ReturnType<typeof loadSite>>;
