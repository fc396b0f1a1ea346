import type { PageMessages } from './page-messages.ts'

export const de: PageMessages = {
  open: {
    title: { named: 'Verbinden Sie Ihr Konto mit {brand}', plain: 'Verbinden Sie Ihr Konto' },
    lead: {
      one: 'Melden Sie sich bei {platform} an.',
      several: 'Wählen Sie, wo Sie sich anmelden möchten.',
    },
    platforms: 'Plattformen',
    button: 'Weiter mit {platform}',
    noPlatforms: {
      named: 'Zurzeit ist keine Plattform verfügbar. Bitte wenden Sie sich an {brand}.',
      plain:
        'Zurzeit ist keine Plattform verfügbar. Bitte wenden Sie sich an die Person, die Ihnen diesen Link geschickt hat.',
    },
  },
  reconnect: {
    title: '{account} neu verbinden',
    lead: {
      named:
        'Melden Sie sich bei {platform} erneut als {account} an, damit {brand} weiter mit dem Konto arbeiten kann.',
      plain:
        'Melden Sie sich bei {platform} erneut als {account} an, damit die Verbindung bestehen bleibt.',
    },
  },
  invitation: {
    title: { named: 'Verbinden Sie Ihre Konten mit {brand}', plain: 'Verbinden Sie Ihre Konten' },
    lead: {
      named:
        '{brand} möchte mit Ihren Social-Media-Konten arbeiten. Das Verbinden dauert pro Konto etwa eine Minute.',
      plain:
        'Die Person, die Ihnen diese Einladung geschickt hat, möchte mit Ihren Social-Media-Konten arbeiten. Das Verbinden dauert pro Konto etwa eine Minute. Fahren Sie nur fort, wenn Sie die Person kennen.',
    },
    connected: 'Mit dieser Einladung verbunden',
    expired: {
      title: { named: 'Erneut mit {brand} verbinden', plain: 'Konten neu verbinden' },
      lead: 'Der Zugriff ist abgelaufen. Melden Sie sich erneut an, um die Verbindung wiederherzustellen:',
    },
    another: 'Weiteres Konto verbinden',
    expiry: 'Sie können diese Einladung noch {duration} lang öffnen.',
  },
  next: {
    heading: 'So geht es weiter',
    login: {
      one: 'Melden Sie sich auf der Seite von {platform} an.',
      several: 'Melden Sie sich auf der Seite der Plattform an.',
    },
    permissions: {
      named: 'Prüfen Sie die Berechtigungen und lassen Sie alle an. So kann {brand} {abilities}.',
      plain: 'Prüfen Sie die Berechtigungen und lassen Sie alle an. Damit lassen sich {abilities}.',
    },
    pages: 'Wählen Sie die Seiten aus, die Sie verbinden möchten.',
    back: {
      named: 'Fertig: Ihr Konto ist mit {brand} verbunden.',
      plain: 'Fertig: Ihr Konto ist verbunden.',
    },
    backAgain: {
      named: 'Fertig: Ihr Konto ist wieder mit {brand} verbunden.',
      plain: 'Fertig: Ihr Konto ist wieder verbunden.',
    },
  },
  trust: {
    one: 'Wir sehen Ihr Passwort nie. Sie können die Verbindung jederzeit in den Einstellungen von {platform} trennen.',
    several:
      'Wir sehen Ihr Passwort nie. Sie können die Verbindung jederzeit in den Einstellungen der Plattform trennen.',
  },
  expiry: 'Dieser Link funktioniert einmal und ist noch {duration} gültig.',
  links: { privacy: 'Datenschutzerklärung', support: 'Fragen? {email}' },
  closed: {
    used: {
      title: 'Dieser Link wurde bereits verwendet',
      text: {
        named: 'Jeder Link funktioniert nur einmal. Bitten Sie {brand} bei Bedarf um einen neuen.',
        plain: 'Jeder Link funktioniert nur einmal. Bitten Sie bei Bedarf um einen neuen.',
      },
    },
    revoked: {
      title: 'Dieser Link ist nicht mehr gültig',
      text: {
        named: '{brand} hat ihn widerrufen. Bitten Sie dort um einen neuen Link.',
        plain: 'Er wurde widerrufen. Bitte fordern Sie einen neuen Link an.',
      },
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: {
        named: 'Zu Ihrer Sicherheit gelten Links 30 Minuten. Bitten Sie {brand} um einen neuen.',
        plain: 'Zu Ihrer Sicherheit gelten Links 30 Minuten. Bitte fordern Sie einen neuen an.',
      },
    },
    unknown: {
      title: 'Dieser Link ist ungültig',
      text: 'Vielleicht fehlt ein Teil des Links. Öffnen Sie den vollständigen Link noch einmal oder bitten Sie den Absender um einen neuen.',
    },
    invitation_revoked: {
      title: 'Diese Einladung ist nicht mehr aktiv',
      text: {
        named: '{brand} hat sie widerrufen. Bitten Sie dort um eine neue Einladung.',
        plain: 'Sie wurde widerrufen. Bitte fordern Sie eine neue Einladung an.',
      },
    },
    invitation_expired: {
      title: 'Diese Einladung ist abgelaufen',
      text: {
        named: 'Bitten Sie {brand} um eine neue Einladung.',
        plain: 'Bitte fordern Sie eine neue Einladung an.',
      },
    },
    invited: {
      named: 'Um fortzufahren, öffnen Sie die Einladung von {brand} noch einmal.',
      plain: 'Um fortzufahren, öffnen Sie Ihre Einladung noch einmal.',
    },
    contact: { named: 'E-Mail an {brand}', plain: 'E-Mail schreiben' },
    back: { named: 'Zurück zu {brand}', plain: 'Zurück' },
  },
  ending: {
    connected: {
      title: { named: 'Sie sind mit {brand} verbunden', plain: 'Ihr Konto ist verbunden' },
      text: 'Sie können diese Seite schließen.',
    },
    connectedAgain: {
      named: 'Sie sind wieder mit {brand} verbunden',
      plain: 'Ihr Konto ist wieder verbunden',
    },
    access_denied: {
      title: 'Sie haben abgebrochen',
      text: {
        named:
          'Es wurde kein Konto mit {brand} verbunden. Versuchen Sie es noch einmal oder schließen Sie diese Seite.',
        plain: 'Kein Konto wurde verbunden. Versuchen Sie es erneut oder schließen Sie die Seite.',
      },
    },
    permission_missing: {
      title: 'Es fehlt eine Berechtigung',
      text: {
        named:
          'So kann {brand} Ihr Konto nicht verbinden. Versuchen Sie es noch einmal und lassen Sie alle Berechtigungen eingeschaltet.',
        plain:
          'So lässt sich Ihr Konto nicht verbinden. Versuchen Sie es noch einmal und lassen Sie alle Berechtigungen eingeschaltet.',
      },
      pages: {
        named:
          'So kann {brand} Ihr Konto nicht verbinden. Versuchen Sie es noch einmal, lassen Sie alle Berechtigungen eingeschaltet und wählen Sie mindestens eine Seite aus.',
        plain:
          'So lässt sich Ihr Konto nicht verbinden. Versuchen Sie es noch einmal, lassen Sie alle Berechtigungen eingeschaltet und wählen Sie mindestens eine Seite aus.',
      },
    },
    account_in_other_profile: {
      title: 'Dieses Konto ist bereits anderswo verbunden',
      text: {
        named: 'Bitten Sie {brand}, es dort zuerst zu trennen, oder nehmen Sie ein anderes Konto.',
        plain:
          'Bitten Sie den Absender des Links, es dort zuerst zu trennen, oder nehmen Sie ein anderes Konto.',
      },
    },
    plan_account_limit: {
      title: 'Kontolimit erreicht',
      text: {
        named:
          '{brand} kann zurzeit keine weiteren Konten verbinden. Fragen Sie dort nach und versuchen Sie es dann noch einmal.',
        plain:
          'Zurzeit können keine weiteren Konten verbunden werden. Wenden Sie sich an den Absender des Links und versuchen Sie es dann noch einmal.',
      },
    },
    unknown: {
      title: 'Sie können diese Seite schließen',
      text: 'Falls etwas nicht geklappt hat, öffnen Sie den Link noch einmal, den Sie erhalten haben.',
    },
    again: 'Noch einmal versuchen',
  },
  abilities: {
    publish: 'Beiträge veröffentlichen',
    comments: 'Kommentare lesen',
    reply: 'Kommentare beantworten',
    hide: 'Kommentare ausblenden',
    insights: 'Statistiken ansehen',
    delete: 'Beiträge löschen',
  },
  missing: {
    list: 'Noch nicht erlaubt: {abilities}.',
    rest: 'Alles andere funktioniert.',
    again:
      'Um auch das zu erlauben, melden Sie sich noch einmal an und lassen Sie alle Berechtigungen eingeschaltet.',
    link: {
      named: 'Um auch das zu erlauben, bitten Sie {brand} um einen neuen Link.',
      plain: 'Um auch das zu erlauben, bitten Sie um einen neuen Link.',
    },
    login: 'Noch einmal anmelden',
  },
  server: {
    handle: {
      title: 'Wie lautet Ihr {platform}-Handle?',
      label: 'Ihr Handle',
      help: 'Der Name, den andere sehen, zum Beispiel {example}. Zum Anmelden leiten wir Sie zum Server Ihres Kontos weiter.',
    },
    host: {
      title: 'Auf welchem {platform}-Server ist Ihr Konto?',
      label: 'Ihr Server',
      help: 'Der letzte Teil Ihrer Adresse, zum Beispiel {example}. Zum Anmelden leiten wir Sie dorthin weiter.',
    },
    submit: 'Weiter',
    back: 'Zurück',
  },
  choice: {
    title: {
      pages: 'Welche Seiten möchten Sie verbinden?',
      accounts: 'Welche Konten möchten Sie verbinden?',
    },
    lead: {
      named: '{brand} erhält nur Zugriff auf Ihre Auswahl.',
      plain: 'Der Zugriff gilt nur für Ihre Auswahl.',
    },
    connected: 'Bereits verbunden. Der Zugriff wird erneuert.',
    inOtherProfile: 'Bereits anderswo verbunden.',
    permissionMissing: 'Dafür benötigen Sie bei {platform} eine höhere Rolle.',
    noneAvailable: {
      named: 'Zurzeit lässt sich davon nichts verbinden. Bitte wenden Sie sich an {brand}.',
      plain: 'Zurzeit lässt sich davon nichts verbinden.',
    },
    submit: 'Verbinden',
    cancel: 'Abbrechen',
    truncated: 'Hier stehen die ersten {count}. Für andere neu anmelden und weniger auswählen.',
    expiry: 'Sie haben noch {duration} Zeit zum Auswählen.',
  },
  notices: {
    platform_unavailable: {
      title: 'Die Plattform antwortet nicht',
      text: 'Es wurde nichts geändert. Bitte warten Sie einige Minuten und versuchen Sie es noch einmal.',
    },
    wrong_account: {
      title: 'Das war ein anderes Konto',
      text: 'Sie haben sich als {accounts} angemeldet. Dieser Link verbindet ein bestimmtes Konto neu. Melden Sie sich bei der Plattform zuerst ab und dann mit diesem Konto an.',
    },
    no_accounts: {
      title: 'Keine Konten gefunden',
      text: 'Mit dieser Anmeldung können Sie kein Konto und keine Seite verbinden, oder Sie haben nichts ausgewählt. Vielleicht benötigen Sie ein professionelles Konto, eine Rolle auf der Seite oder eine andere Anmeldung.',
    },
    no_pages: {
      title: 'Keine Seiten gefunden',
      text: 'Mit dieser Anmeldung verwalten Sie keine Seite, oder Sie haben keine ausgewählt. Bitten Sie um eine Rolle auf der Seite oder melden Sie sich mit einem anderen Konto an.',
    },
    login_invalid: {
      title: 'Die Anmeldung konnte nicht abgeschlossen werden',
      text: 'Wir konnten sie keiner Anmeldung zuordnen, die Sie hier begonnen haben.',
    },
    login_replayed: {
      title: 'Diese Anmeldung wurde bereits verwendet',
      text: 'Das kann passieren, wenn eine Seite zweimal geladen wird oder Sie im Browser zurückgehen.',
    },
    other_browser: {
      title: 'Sie haben in einem anderen Browser begonnen',
      text: 'Schließen Sie die Anmeldung zu Ihrer Sicherheit in dem Browser ab, in dem Sie begonnen haben, und erlauben Sie Cookies.',
    },
    nothing_chosen: {
      title: 'Nichts ausgewählt',
      text: 'Wählen Sie mindestens einen Eintrag aus oder brechen Sie ab.',
    },
    server_unknown: {
      title: 'Dieser Server wurde nicht gefunden',
      text: 'Unter dieser Adresse antwortet kein Server dieser Plattform. Prüfen Sie die Schreibweise oder versuchen Sie es später noch einmal.',
    },
    account_unknown: {
      title: 'Dieses Konto wurde nicht gefunden',
      text: 'Prüfen Sie die Schreibweise und geben Sie das vollständige Handle ein.',
    },
    server_refused: {
      title: 'Der Server hat die Verbindung abgelehnt',
      text: 'Er akzeptiert unsere Anwendung nicht. Es wurde nichts geändert. Bitte informieren Sie den Absender des Links.',
    },
  },
  again: {
    here: 'Sie können unten neu beginnen.',
    withLink: 'Bitte öffnen Sie den Link noch einmal, den Sie erhalten haben.',
  },
  problem: 'Problem: {title}',
  deletion: {
    title: 'Ihre Daten wurden gelöscht',
    text: 'Am {day} haben wir unseren Zugriff und alle gespeicherten Daten zu Ihren Konten auf dieser Plattform gelöscht.',
    code: 'Bestätigungscode: {code}',
  },
  errors: {
    notFound: {
      title: 'Seite nicht gefunden',
      text: 'Vielleicht ist die Adresse falsch geschrieben oder veraltet.',
    },
    failed: {
      title: 'Bei uns ist ein Fehler aufgetreten',
      text: 'Es ist nichts verloren gegangen. Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.',
    },
    otherSite: {
      title: 'Diese Anfrage kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde sie blockiert. Bitte öffnen Sie den Link noch einmal, den Sie erhalten haben.',
    },
    tooLarge: {
      title: 'Anfrage zu groß',
      text: 'Das Formular enthält zu viele Daten. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    tooMany: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie etwas und versuchen Sie es noch einmal.',
    },
    reference: 'Referenz für den Support: {id}',
    home: 'Startseite',
  },
}
