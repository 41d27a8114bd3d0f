import { and, count, eq, sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { isVisible, UNRESTRICTED, type Viewer } from "~/features/catalog/visibility.server";
import { markForSuggestions } from "~/features/suggestions/suggestion-state.server";
import type { Database, Transaction } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";
import { animes, childLimits, childTitles } from "~db/schema";
import type { TitleChoice } from "./title-choices";
import { isTitleOf, NOT_MATURE, type ChildTitleState } from "./list-child-titles.server";
import { actorOf, lockHousehold, requireProfile, type Manager } from "./manage-profiles.server";

/** Titles of a child that are allowed, blocked or asked for. */
export const MAX_CHILD_TITLES = 200;

/** Titles that a child has asked for at a time, so that asking cannot use up all of its titles. */
export const MAX_ASKED_TITLES = 20;

/**
 * Allows or blocks a title for a child, or leaves it to the age limit again. Throws `NotFound` for
 * a profile of another household and an unknown title, `Conflict` for a profile without a limit, a
 * mature title that would be allowed, and more titles than a child can have.
 */
export async function decideTitle(
  db: Database,
  manager: Manager,
  childId: string,
  { animeId, state: choice }: { animeId: number; state: TitleChoice },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    await requireProfile(tx, manager.householdId, childId);
    if (!(await lockTitles(tx, childId))) throw new Conflict("household.noLimit");
    const before = await readState(tx, childId, animeId);
    const state = choice === "rating" ? null : choice;
    if (state === before) return;
    if (state === null) await tx.delete(childTitles).where(isTitleOf(childId, animeId));
    else {
      // What was decided or asked for can be blocked while the title is withdrawn.
      if (before === null || state === "allowed") {
        const { isMature } = await requireTitle(tx, animeId);
        if (isMature && state === "allowed") throw new Conflict("household.matureTitle");
      }
      if (before === null) await requireRoom(tx, childId);
      await tx
        .insert(childTitles)
        .values({ userId: childId, malId: animeId, state })
        .onConflictDoUpdate({
          target: [childTitles.userId, childTitles.malId],
          set: { state, changedAt: sql`now()` },
        });
    }
    await markForSuggestions(tx, childId, { soon: true });
    await recordAudit(tx, actorOf(manager.user), {
      action: "profile.title",
      subjectId: childId,
      details: { title: animeId, state: choice },
    });
  });
}

type Child = Pick<SessionUser, "id" | "preferences">;

/**
 * Notes that a child asks for a title, once. Throws `NotFound` for an unknown title, `Forbidden`
 * for users without an age limit and for titles that a child cannot ask for, `Conflict` for more
 * than it can ask for at a time.
 */
export async function askForTitle(db: Database, child: Child, animeId: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockTitles(tx, child.id))) throw new Forbidden("household.onlyChildrenAsk");
    const title = await requireTitle(tx, animeId, child.preferences);
    if (title.isShown) return;
    const before = await readState(tx, child.id, animeId);
    if (before === "asked") return;
    if (before !== null || title.isMature) throw new Forbidden("anime.aboveAgeLimit");
    const [asked] = await tx
      .select({ titles: count() })
      .from(childTitles)
      .where(and(eq(childTitles.userId, child.id), eq(childTitles.state, "asked")));
    if ((asked?.titles ?? 0) >= MAX_ASKED_TITLES)
      throw new Conflict({ key: "household.tooManyAsked", values: { max: MAX_ASKED_TITLES } });
    await requireRoom(tx, child.id);
    await tx.insert(childTitles).values({ userId: child.id, malId: animeId, state: "asked" });
    const key = `child.asked:${child.id}:${animeId}`;
    await addToOutbox(tx, [{ kind: "child.asked", key, animeId, childId: child.id }]);
  });
}

/** Takes back that a child asks for a title. What a parent has decided stays. */
export async function withdrawAskedTitle(
  db: Database,
  { id }: Pick<Child, "id">,
  animeId: number,
): Promise<void> {
  await db.delete(childTitles).where(and(isTitleOf(id, animeId), eq(childTitles.state, "asked")));
}

/** Makes changes of a child's titles wait for each other. Returns false for other users. */
async function lockTitles(tx: Transaction, childId: string): Promise<boolean> {
  const locked = await tx
    .select({ userId: childLimits.userId })
    .from(childLimits)
    .where(eq(childLimits.userId, childId))
    .for("no key update");
  return locked.length > 0;
}

/** Keeps the title from being merged or deleted. Throws `NotFound` for one that is not shown. */
async function requireTitle(tx: Transaction, animeId: number, viewer: Viewer = UNRESTRICTED) {
  const [title] = await tx
    .select({
      isMature: sql<boolean>`NOT ${isVisible(animes, NOT_MATURE)}`,
      isShown: sql<boolean>`${isVisible(animes, viewer)}`,
    })
    .from(animes)
    .where(and(eq(animes.malId, animeId), isVisible(animes, UNRESTRICTED)))
    .for("key share");
  if (title === undefined) throw new NotFound("anime.notFound");
  return title;
}

async function readState(
  tx: Transaction,
  childId: string,
  animeId: number,
): Promise<ChildTitleState | null> {
  const [row] = await tx
    .select({ state: sql<ChildTitleState>`${childTitles.state}` })
    .from(childTitles)
    .where(isTitleOf(childId, animeId));
  return row?.state ?? null;
}

async function requireRoom(tx: Transaction, childId: string): Promise<void> {
  const [stored] = await tx
    .select({ titles: count() })
    .from(childTitles)
    .where(eq(childTitles.userId, childId));
  if ((stored?.titles ?? 0) >= MAX_CHILD_TITLES)
    throw new Conflict({ key: "household.tooManyTitles", values: { max: MAX_CHILD_TITLES } });
}
