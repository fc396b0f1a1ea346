import type { Words } from './en.ts'

export const de: Words = {
  open: {
    title: { named: 'Verbinden Sie Ihr Konto mit {brand}', plain: 'Verbinden Sie Ihr Konto' },
    lead: 'Wählen Sie, wo Sie sich anmelden möchten.',
    platforms: 'Plattformen',
    button: 'Weiter mit {platform}',
    noPlatforms: {
      named: 'Zurzeit kann keine Plattform verbunden werden. Bitte wenden Sie sich an {brand}.',
      plain:
        'Zurzeit kann keine Plattform verbunden werden. Bitte fragen Sie bei der Person nach, von der Sie diesen Link haben.',
    },
  },
  reconnect: {
    title: 'Verbindung von {account} erneuern',
    lead: {
      named:
        'Melden Sie sich bei {platform} erneut als {account} an, damit {brand} weiter damit arbeiten kann.',
      plain:
        'Melden Sie sich bei {platform} erneut als {account} an, damit die Verbindung bestehen bleibt.',
    },
  },
  next: {
    heading: 'So geht es weiter',
    login: 'Sie melden sich auf der Seite der Plattform selbst an.',
    permissions: {
      named:
        'Die Plattform zeigt, um welche Berechtigungen {brand} bittet. Bitte lassen Sie alle eingeschaltet.',
      plain:
        'Die Plattform zeigt, welche Berechtigungen nötig sind. Bitte lassen Sie alle eingeschaltet.',
    },
    back: {
      named: 'Sie kehren zu {brand} zurück. Das ist alles.',
      plain: 'Sie kehren zurück. Das ist alles.',
    },
  },
  trust:
    'Ihr Passwort sehen wir nie. Sie können die Verbindung jederzeit in den Einstellungen der Plattform beenden.',
  expiry: 'Dieser Link gilt einmal und noch {duration} (bis {time} Uhr UTC).',
  links: { privacy: 'Datenschutzerklärung', support: 'Fragen? {email}' },
  closed: {
    used: {
      title: 'Dieser Link wurde bereits benutzt',
      text: {
        named:
          'Mit ihm wurde ein Konto verbunden, und jeder Link gilt nur einmal. Wenn Sie ein weiteres Konto verbinden möchten, bitten Sie {brand} um einen neuen Link.',
        plain:
          'Mit ihm wurde ein Konto verbunden, und jeder Link gilt nur einmal. Wenn Sie ein weiteres Konto verbinden möchten, bitten Sie um einen neuen Link.',
      },
    },
    revoked: {
      title: 'Dieser Link wurde zurückgezogen',
      text: {
        named:
          '{brand} hat ihn zurückgezogen, er lässt sich nicht mehr benutzen. Lassen Sie sich dort einen neuen Link geben.',
        plain: 'Er lässt sich nicht mehr benutzen. Bitte lassen Sie sich einen neuen Link geben.',
      },
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: {
        named:
          'Zu Ihrer Sicherheit gilt ein Link nur 30 Minuten. Kehren Sie zu {brand} zurück und lassen Sie sich einen neuen geben.',
        plain:
          'Zu Ihrer Sicherheit gilt ein Link nur 30 Minuten. Bitte lassen Sie sich einen neuen geben.',
      },
    },
    unknown: {
      title: 'Dieser Link ist ungültig',
      text: 'Vielleicht fehlt ein Teil der Adresse. Öffnen Sie den vollständigen Link noch einmal oder bitten Sie um einen neuen.',
    },
    back: { named: 'Zurück zu {brand}', plain: 'Zurück' },
  },
  choice: {
    title: {
      pages: 'Welche Seiten möchten Sie verbinden?',
      accounts: 'Welche Konten möchten Sie verbinden?',
    },
    lead: {
      named: '{brand} erhält Zugriff auf die angekreuzten und auf keine anderen.',
      plain: 'Zugriff besteht danach auf die angekreuzten und auf keine anderen.',
    },
    connected: 'Bereits verbunden. Der Zugriff wird erneuert.',
    inOtherProfile: 'Bereits an anderer Stelle verbunden, daher hier nicht wählbar.',
    permissionMissing: 'Ihre Rechte bei {platform} reichen hierfür nicht aus.',
    noneAvailable: {
      named: 'Zurzeit lässt sich davon nichts verbinden. Bitte wenden Sie sich an {brand}.',
      plain: 'Zurzeit lässt sich davon nichts verbinden.',
    },
    submit: 'Verbinden',
    cancel: 'Abbrechen',
    expiry: 'Sie haben noch {duration} Zeit zum Auswählen (bis {time} Uhr UTC).',
  },
  notices: {
    platform_unavailable: {
      title: 'Die Plattform antwortet nicht',
      text: 'Es wurde nichts geändert. Bitte warten Sie einige Minuten und versuchen Sie es noch einmal.',
    },
    wrong_account: {
      title: 'Das war ein anderes Konto',
      text: 'Dieser Link erneuert ein bestimmtes Konto. Melden Sie sich bei der Plattform zuerst ab und dann mit genau diesem Konto an.',
    },
    no_accounts: {
      title: 'In dieser Anmeldung gibt es nichts zu verbinden',
      text: 'Die Plattform hat kein Konto und keine Seite genannt, die Sie verbinden dürfen. Vielleicht brauchen Sie ein professionelles Konto, eine Rolle auf der Seite oder eine andere Anmeldung.',
    },
    login_invalid: {
      title: 'Die Anmeldung konnte nicht abgeschlossen werden',
      text: 'Die Antwort der Plattform gehörte zu keiner laufenden Anmeldung.',
    },
    login_replayed: {
      title: 'Diese Anmeldung wurde schon verarbeitet',
      text: 'Das geschieht, wenn eine Seite zweimal geladen wird oder nach „Zurück“ im Browser.',
    },
    other_browser: {
      title: 'Die Anmeldung begann in einem anderen Browser',
      text: 'Zu Ihrer Sicherheit muss sie in dem Browser enden, in dem sie begann, und Cookies müssen erlaubt sein.',
    },
    nothing_chosen: {
      title: 'Es ist noch nichts ausgewählt',
      text: 'Kreuzen Sie mindestens einen Eintrag an, oder brechen Sie ab.',
    },
  },
  again: {
    here: 'Sie können unten neu beginnen.',
    withLink: 'Bitte öffnen Sie den Link, den Sie erhalten haben, noch einmal.',
  },
  problem: 'Problem: {title}',
  deletion: {
    title: 'Ihre Daten wurden gelöscht',
    text: 'Am {day} wurden der Zugriff und alles, was hier über Ihre Konten auf dieser Plattform gespeichert war, gelöscht.',
    code: 'Bestätigungscode: {code}',
  },
  errors: {
    notFound: {
      title: 'Hier ist keine Seite',
      text: 'Vielleicht ist die Adresse vertippt oder veraltet.',
    },
    failed: {
      title: 'Bei uns ist etwas schiefgegangen',
      text: 'Es ging nichts verloren. Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.',
    },
    otherSite: {
      title: 'Diese Anfrage kam von einer anderen Website',
      text: 'Zu Ihrer Sicherheit wurde sie nicht ausgeführt. Bitte öffnen Sie den Link, den Sie erhalten haben, noch einmal.',
    },
    tooLarge: {
      title: 'Das war zu viel auf einmal',
      text: 'Das Formular war größer, als es sein kann. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    tooMany: {
      title: 'Das ging zu schnell',
      text: 'Bitte warten Sie eine Minute und versuchen Sie es noch einmal.',
    },
    reference: 'Kennung für Rückfragen: {id}',
    home: 'Startseite',
  },
}
