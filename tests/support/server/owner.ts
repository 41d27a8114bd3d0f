import type { TestDatabase } from "../database/test-database";
import { createAccount, type TestAccount } from "./account";
import { createTestServices } from "./context";

/** A new owner of the site, just signed in. */
export function createOwner(database: TestDatabase): Promise<TestAccount> {
  return createAccount(createTestServices({}, database), "owner");
}
