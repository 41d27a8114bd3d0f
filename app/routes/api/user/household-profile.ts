import { z } from "zod";
import type { HouseholdProfile } from "~/features/accounts/household/list-profiles.server";

export const profileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  has_pin: z.boolean(),
  is_managed: z.boolean().meta({ description: "Has neither an email address nor a sign-in." }),
  active: z.boolean().meta({ description: "Whether this session speaks for it." }),
});

/** A profile of the household as the API has it; `activeId` is the session's. */
export function profileBody(
  { id, name, avatarUrl, hasPin, isManaged }: HouseholdProfile,
  activeId: string,
): z.output<typeof profileSchema> {
  return {
    id,
    name,
    avatar: avatarUrl,
    has_pin: hasPin,
    is_managed: isManaged,
    active: id === activeId,
  };
}
