// Stand-ins for what of Unity the script uses, and a game that plays with it: HTTP and JSON are real.
using System;
using System.Collections;
using System.IO;
using System.Net;
using System.Text;
using System.Web.Script.Serialization;

namespace UnityEngine
{
    public class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }

    public class MonoBehaviour
    {
        public void StartCoroutine(IEnumerator steps) { while (steps.MoveNext()) { } }
    }

    public static class Debug
    {
        public static void LogWarning(object message) { Console.WriteLine(message); }
    }

    public static class JsonUtility
    {
        public static T FromJson<T>(string json) { return new JavaScriptSerializer().Deserialize<T>(json); }
    }
}

namespace UnityEngine.UI
{
    public class Text { public string text; }
}

namespace UnityEngine.Networking
{
    public class UploadHandlerRaw { public readonly byte[] data; public UploadHandlerRaw(byte[] data) { this.data = data; } }
    public class DownloadHandlerBuffer { public string text = ""; }

    public class UnityWebRequest : IDisposable
    {
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }

        readonly HttpWebRequest request;
        public UploadHandlerRaw uploadHandler;
        public DownloadHandlerBuffer downloadHandler;
        public int timeout;
        public Result result;
        public string error;

        public UnityWebRequest(string url, string method)
        {
            request = (HttpWebRequest)WebRequest.Create(url);
            request.Method = method;
        }

        public void SetRequestHeader(string name, string value)
        {
            if (name == "Content-Type") request.ContentType = value; else request.Headers[name] = value;
        }

        public object SendWebRequest()
        {
            request.Timeout = timeout * 1000;
            try
            {
                if (uploadHandler != null)
                    using (var stream = request.GetRequestStream()) stream.Write(uploadHandler.data, 0, uploadHandler.data.Length);
                Read(request.GetResponse());
                result = Result.Success;
            }
            catch (WebException failure)
            {
                error = failure.Message;
                result = failure.Response == null ? Result.ConnectionError : Result.ProtocolError;
                if (failure.Response != null) Read(failure.Response);
            }
            return null;
        }

        void Read(WebResponse response)
        {
            using (var reader = new StreamReader(response.GetResponseStream(), Encoding.UTF8)) downloadHandler.text = reader.ReadToEnd();
        }

        public void Dispose() { }
    }
}

public static class Game
{
    public static void Main(string[] arguments)
    {
        var brida = new SoulkeepMemory.Soulkeep { url = arguments[0], key = arguments[1], person = "Jo & Söhne", session = "save-3" };
        brida.gameTime = "1386-05-01T18:00:00Z";
        brida.Failed += problem => Say("failed", problem.detail + " / " + problem.hint);
        brida.StartCoroutine(brida.Reply("Too early.", reply => Say("early", reply.text)));
        brida.StartCoroutine(brida.Define("Brida", "An innkeeper.\nShe says “By my kettle!”", profile => Say("made", profile.name)));
        brida.StartCoroutine(brida.Observe("My \"sister\" Clara\tplays the cello.", stored => Say("stored", stored.id), id: "turn-1"));
        brida.StartCoroutine(brida.Observe("A dragon flies over the inn.", speaker: "narrator", importance: 9.5f));
        brida.StartCoroutine(brida.Recall("Who plays the cello?", found => Say("found", found.hits[0].memory.text), 3));
        brida.gameTime = "1386-06-01T18:00:00Z";
        brida.StartCoroutine(brida.Reply("Who plays the cello?", reply => {
            Say("said", reply.text);
            Say("rests on", reply.references[0].memory.id);
        }));
        brida.StartCoroutine(brida.Reply("Who plays the cello?", reply => Say("overheard", reply.text), new[] { "ben" }));
        brida.StartCoroutine(brida.SetTrust(-0.5f));
        brida.StartCoroutine(brida.AskBond(bond => Say("trust", bond.trust.ToString("0.0", System.Globalization.CultureInfo.InvariantCulture))));
        brida.url = "http://127.0.0.1:9";
        brida.StartCoroutine(brida.Observe("Nobody hears this."));
    }

    static void Say(string what, string text) { Console.WriteLine(what + ": " + text.Replace("\n", " ")); }
}
