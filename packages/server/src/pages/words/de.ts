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
      named: 'Fertig: Ihr Konto ist mit {brand} verbunden.',
      plain: 'Fertig: Ihr Konto ist verbunden.',
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
      title: 'Dieser Link ist nicht mehr gültig',
      text: {
        named: '{brand} hat ihn zurückgezogen. Lassen Sie sich dort einen neuen geben.',
        plain: 'Er wurde zurückgezogen. Bitte lassen Sie sich einen neuen geben.',
      },
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: {
        named:
          'Zu Ihrer Sicherheit gilt ein Link nur 30 Minuten. Bitten Sie {brand} um einen neuen.',
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
  ending: {
    connected: {
      title: { named: 'Sie sind mit {brand} verbunden', plain: 'Ihr Konto ist verbunden' },
      text: 'Sie können diese Seite schließen.',
    },
    access_denied: {
      title: 'Es wurde nichts verbunden',
      text: {
        named:
          'Sie haben auf der Seite der Plattform abgebrochen. Möchten Sie Ihr Konto doch mit {brand} verbinden, versuchen Sie es noch einmal.',
        plain:
          'Sie haben auf der Seite der Plattform abgebrochen. Möchten Sie Ihr Konto doch verbinden, versuchen Sie es noch einmal.',
      },
    },
    permission_missing: {
      title: 'Eine Berechtigung fehlt',
      text: {
        named:
          '{brand} braucht alle Berechtigungen, die die Plattform anzeigt. Versuchen Sie es noch einmal und lassen Sie alle eingeschaltet.',
        plain:
          'Alle Berechtigungen, die die Plattform anzeigt, sind nötig. Versuchen Sie es noch einmal und lassen Sie alle eingeschaltet.',
      },
    },
    account_in_other_profile: {
      title: 'Dieses Konto ist bereits an anderer Stelle verbunden',
      text: {
        named:
          'Bitten Sie {brand}, es dort zuerst freizugeben, oder versuchen Sie es mit einem anderen Konto.',
        plain:
          'Bitten Sie den Absender des Links, es dort zuerst freizugeben, oder versuchen Sie es mit einem anderen Konto.',
      },
    },
    plan_account_limit: {
      title: 'Zurzeit können keine weiteren Konten verbunden werden',
      text: {
        named:
          'Bei {brand} ist die Höchstzahl an Konten erreicht. Bitten Sie dort um einen freien Platz und versuchen Sie es dann noch einmal.',
        plain:
          'Die Höchstzahl an Konten ist erreicht. Bitten Sie den Absender des Links um einen freien Platz und versuchen Sie es dann noch einmal.',
      },
    },
    unknown: {
      title: 'Sie können diese Seite schließen',
      text: 'Falls etwas nicht geklappt hat, öffnen Sie den Link, den Sie erhalten haben, noch einmal.',
    },
    again: 'Noch einmal versuchen',
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
