export const security = {
  "confirm.do": "Confirm",
  "confirm.first": "Confirm that it’s you to make changes here.",
  "confirm.heading": "Confirm it’s you",
  "confirm.lead": "You won’t be asked again for ten minutes.",
  "confirm.none":
    "This site has no passwords, and your account has nothing else to confirm with. Sign out, then sign in with a provider that has verified your email address.",
  "confirm.provider": "Sign in with your provider again to continue.",
  "confirm.useCode": "Use a code instead",
  "confirm.usePassword": "Use your password instead",
  "mail.passkeyAdded.subject": "A passkey was added",
  "mail.passkeyAdded.text":
    "A passkey was added to your account at {site}. It can sign in without a password.\n\nIf this wasn’t you, remove it in Settings, change the password you sign in with and end your other sessions.",
  "mail.passkeyRemoved.subject": "A passkey was removed",
  "mail.passkeyRemoved.text":
    "A passkey of your account at {site} was removed.\n\nIf this wasn’t you, change the password you sign in with and contact the people who run the site.",
  "mail.providerConnected.subject": "A sign-in was linked",
  "mail.providerConnected.text":
    "A sign-in of a provider was linked to your account at {site}. It can now sign in to the account.\n\nIf this wasn’t you, disconnect it in Settings, end your other sessions, and change the password you sign in with.",
  "mail.providerDisconnected.subject": "A linked sign-in was removed",
  "mail.providerDisconnected.text":
    "A linked sign-in of your account at {site} was removed.\n\nIf this wasn’t you, end your other sessions, and change the password you sign in with.",
  "mail.recoveryCodeUsed.subject": "A recovery code was used",
  "mail.recoveryCodeUsed.text":
    "A recovery code of your account at {site} was used.\n\nIf this wasn’t you, change the password you sign in with and make new recovery codes.",
  "mail.secondFactorGuessed.subject": "Wrong authentication codes were entered",
  "mail.secondFactorGuessed.text":
    "Several wrong authentication codes were entered for your account at {site}, by a client that had your password or was signed in.\n\nIf this wasn’t you, change the password you sign in with.",
  "mail.secondFactorOff.subject": "Two-factor authentication was turned off",
  "mail.secondFactorOff.text":
    "Two-factor authentication of your account at {site} was turned off.\n\nIf this wasn’t you, change the password you sign in with and contact the people who run the site.",
  "mail.secondFactorOn.subject": "Two-factor authentication was turned on",
  "mail.secondFactorOn.text":
    "Two-factor authentication of your account at {site} was turned on.\n\nIf this wasn’t you, contact the people who run the site.",
  "passkeys.add": "Add a passkey",
  "passkeys.added": "added {day}",
  "passkeys.cancelled": "No passkey was used. Try again, or choose another way.",
  "passkeys.confirm": "Confirm with a passkey",
  "passkeys.count":
    "{count, plural, one {You have one passkey.} other {You have # passkeys.}} Sign in with your fingerprint, face or screen lock.",
  "passkeys.description":
    "Sign in with your fingerprint, face or screen lock instead of a password. A passkey stays on your device or in your password manager.",
  "passkeys.done.added": "The passkey is added.",
  "passkeys.done.removed":
    "The passkey is removed. Delete it from your device or password manager, too.",
  "passkeys.done.renamed": "The name is saved.",
  "passkeys.exists": "You have already added a passkey of this device or password manager.",
  "passkeys.failed": "That didn’t work. Try again in a moment.",
  "passkeys.full": "You have {max} passkeys, and can’t have more. Remove one to add another.",
  "passkeys.lastUsed": "last used {day}",
  "passkeys.manage": "Manage passkeys",
  "passkeys.name": "Name",
  "passkeys.needsScripts": "Adding a passkey needs JavaScript.",
  "passkeys.neverUsed": "never used",
  "passkeys.obstacle.ipAddress":
    "This site has no passkeys, because its address is an IP address. They need https and a host name such as anime.example.org, which the people who run the site set as PUBLIC_URL.",
  "passkeys.obstacle.noPublicUrl":
    "This site has no passkeys, because it has no address of its own yet. The people who run it set one as PUBLIC_URL, with https and a host name.",
  "passkeys.obstacle.plainHttp":
    "This site has no passkeys, because its address has no https. The people who run it can put a proxy with a certificate in front, and set PUBLIC_URL.",
  "passkeys.oneDevice": "on one device",
  "passkeys.otherAddress": "Passkeys work at {origin} only. Open that address to add one.",
  "passkeys.otherSite": "Made for another address of this site. It doesn’t work here.",
  "passkeys.remove": "Remove",
  "passkeys.removeOf": "Remove {name}",
  "passkeys.rename": "Rename",
  "passkeys.rename.save": "Save",
  "passkeys.renameOf": "Rename {name}",
  "passkeys.signIn": "Sign in with a passkey",
  "passkeys.synced": "synced",
  "passkeys.unsupported": "This browser has no passkeys. Try another one, or your phone.",
  "secondFactor.code": "Authentication code",
  "secondFactor.heading": "Two-factor authentication",
  "secondFactor.leadCode": "Enter the code from your authenticator app.",
  "secondFactor.leadRecovery": "Enter one of your recovery codes. Each works once.",
  "secondFactor.recoveryCode": "Recovery code",
  "secondFactor.startAgain": "Start again",
  "secondFactor.trust": "Trust this browser for 30 days",
  "secondFactor.useApp": "Use your authenticator app",
  "secondFactor.useRecovery": "Use a recovery code",
  "settings.passkeys": "Passkeys",
  "settings.two-factor": "Two-factor authentication",
  "twoFactor.browsers": "Trusted browsers",
  "twoFactor.browserUsed": "last used {moment}, trusted until {until}",
  "twoFactor.cancel": "Cancel",
  "twoFactor.codes": "Recovery codes",
  "twoFactor.codesLeft":
    "{count, plural, =0 {None are left. Make new ones.} one {# code is left.} other {# codes are left.}} New codes replace the old ones.",
  "twoFactor.codesOnce":
    "Keep them somewhere safe: each lets you sign in once without your authenticator app. They are shown only once.",
  "twoFactor.copyCodes": "Copy the recovery codes",
  "twoFactor.copyKey": "Copy the setup key",
  "twoFactor.description":
    "Once it’s on, signing in also asks for a code from an app on your phone, such as Aegis, Google Authenticator or 1Password. A passkey needs no code.",
  "twoFactor.distrust": "Remove",
  "twoFactor.distrustOf": "Remove {device}",
  "twoFactor.downloadCodes": "Download",
  "twoFactor.failures":
    "{count, plural, one {One wrong code was} other {# wrong codes were}} entered, the last on {moment}. If this wasn’t you, change the password you sign in with.",
  "twoFactor.isOn": "It’s on. Signing in asks for a code from your authenticator app.",
  "twoFactor.manage": "Manage",
  "twoFactor.noBrowsers": "Every browser is asked for a code when you sign in.",
  "twoFactor.qrCode": "QR code for your authenticator app",
  "twoFactor.renewCodes": "Make new recovery codes",
  "twoFactor.scan": "Scan this QR code with your authenticator app, then enter the code it shows.",
  "twoFactor.setUp": "Set up",
  "twoFactor.since": "On since {day}.",
  "twoFactor.turnOff": "Turn off",
  "twoFactor.turnOff.description":
    "Signing in won’t ask for a code. Recovery codes and trusted browsers are deleted.",
  "twoFactor.turnOn": "Turn on",
  "twoFactor.typeInstead": "Can’t scan it? Enter this setup key in the app:",
} as const;
