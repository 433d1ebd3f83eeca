// LemonLime: opens a contest and judges a right program and an empty one.
#include <QtCore>

#include "base/compiler.h"
#include "base/settings.h"
#include "core/contest.h"
#include "core/contestant.h"
#include "core/task.h"
#include "core/testcase.h"

static void expect(bool holds, const QString &sentence)
{
    if (holds)
        return;
    QTextStream(stdout) << sentence << '\n';
    exit(1);
}

static int points(Contest &contest, const QString &name)
{
    Contestant *contestant = contest.getContestant(name);
    expect(contestant, "no contestant " + name);
    return contestant->getTotalScore();
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QDir::setCurrent(argv[2]);
    QString name = QDir().entryList({"*.cdf"}).value(0).chopped(4);
    QString checker = "data/" + name + "/checker";
    QProcess::execute("g++", {"-O2", "-std=c++14", "-o", checker, checker + ".cpp"});
    for (QString contestant : {"right", "empty"})
        QDir().mkpath("source/" + contestant);
    QFile::copy("solutions/accepted/boxes.cpp", "source/right/" + name + ".cpp");
    QFile empty("source/empty/" + name + ".cpp");
    empty.open(QFile::WriteOnly);
    empty.write("int main() {}\n");
    empty.close();

    // src/addcompilerwizard.cpp: the names of compilers and of their configurations.
    Settings settings;
    settings.loadSettings();
    for (auto [compiler, suffix] : {std::pair("gcc", "c"), {"g++", "cpp"}}) {
        auto *added = new Compiler;
        added->setCompilerName(compiler);
        added->setCompilerLocation(QStandardPaths::findExecutable(compiler));
        added->setSourceExtensions(suffix);
        added->addConfiguration("default", "-o %s %s.* -lm", "");
        settings.addCompiler(added);
    }

    // src/lemon.cpp, LemonLime::loadContest
    QFile file(name + ".cdf");
    expect(file.open(QFile::ReadOnly), "no .cdf");
    QJsonParseError error;
    QJsonObject object = QJsonDocument::fromJson(file.readAll(), &error).object();
    expect(error.error == QJsonParseError::NoError, error.errorString());
    Contest contest;
    contest.setSettings(&settings);
    expect(contest.readFromJson(object) != -1, "the contest is broken");
    expect(contest.getTotalScore() == 100, "the total is not 100");
    contest.refreshContestantList();
    contest.judgeAll();
    int right = points(contest, "right"), wrong = points(contest, "empty");
    expect(right == 100, QString("a right program has %1 points").arg(right));
    expect(wrong == 0, QString("an empty program has %1 points").arg(wrong));
    QTextStream(stdout) << "title: " << contest.getTaskList()[0]->getProblemTitle() << '\n'
                        << contest.getTaskList()[0]->getTestCaseList().size()
                        << " tests, 100 points\n";
}
