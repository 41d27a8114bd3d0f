import type { TitleLanguage } from "~/features/catalog/title-language";
import {
  groupStaff,
  KEY_STAFF_ROLES,
  type CastMember,
  type StaffMember,
} from "~/features/credits/credit";
import type { CastRow } from "./cast-list";
import { creditLink } from "./credit-path";
import type { StaffRole } from "./staff-roles";

export function toCastRows(characters: readonly CastMember[], language: TitleLanguage): CastRow[] {
  return characters.map((character) => ({
    character: creditLink(character, "character", language),
    role: character.role,
    actors: character.voice_actors.map((actor) => creditLink(actor, "person", language)),
  }));
}

export function toStaffRoles(staff: readonly StaffMember[], language: TitleLanguage): StaffRole[] {
  return groupStaff(staff).map(({ role, people }) => ({
    role,
    people: people.map((person) => creditLink(person, "person", language)),
  }));
}

/** The key roles only, with at most `limit` people each. */
export function toKeyStaffRoles(
  staff: readonly StaffMember[],
  language: TitleLanguage,
  limit: number,
): StaffRole[] {
  return toStaffRoles(staff, language)
    .filter(({ role }) => KEY_STAFF_ROLES.some((key) => key === role))
    .map(({ role, people }) => ({ role, people: people.slice(0, limit) }));
}
