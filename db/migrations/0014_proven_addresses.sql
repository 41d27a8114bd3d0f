ALTER TABLE "identities" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_proven_at" timestamp with time zone;--> statement-breakpoint
-- An identity that joined an account later did so with a verified address. One that created its
-- account counts as unproven until its next sign-in.
UPDATE identities i SET proven_at = i.created_at FROM users u WHERE u.id = i.user_id AND i.created_at > u.created_at;--> statement-breakpoint
-- Where both kinds are present the next proof ends the unproven one.
UPDATE users u SET email_proven_at = (SELECT min(i.proven_at) FROM identities i WHERE i.user_id = u.id)
WHERE EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id)
  AND NOT EXISTS (SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.proven_at IS NULL);
