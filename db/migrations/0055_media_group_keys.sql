-- Written by hand: folders in the names of groups are composed (NFC), as the programs write them from now on. Of two decisions about
-- one folder in both forms, the later one stays.
DELETE FROM "media_decisions" AS d USING "media_decisions" AS other
WHERE other."folder" = d."folder" AND normalize(other."group_key") = normalize(d."group_key")
	AND (d."group_key" IS NOT NFC NORMALIZED OR other."group_key" IS NOT NFC NORMALIZED)
	AND (other."decided_at", other."group_key") > (d."decided_at", d."group_key");--> statement-breakpoint
UPDATE "media_decisions" SET "group_key" = normalize("group_key") WHERE "group_key" IS NOT NFC NORMALIZED;--> statement-breakpoint
UPDATE "media_files" SET "group_key" = normalize("group_key") WHERE "group_key" IS NOT NFC NORMALIZED;
