import { account } from "./account";
import { admin } from "./admin";
import { catalog } from "./catalog";
import { docs } from "./docs";
import { images } from "./images";
import { watchList } from "./watch-list";
import { notices } from "./notices";
import { offline } from "./offline";
import { profile } from "./profile";
import { security } from "./security";
import { settings } from "./settings";
import { site } from "./site";
import { statistics } from "./statistics";
import { terms } from "./terms";
import { watch } from "./watch";

export const english = {
  ...account,
  ...admin,
  ...catalog,
  ...docs,
  ...images,
  ...watchList,
  ...notices,
  ...offline,
  ...profile,
  ...security,
  ...settings,
  ...site,
  ...statistics,
  ...terms,
  ...watch,
} as const;
